import { type Call } from '../../src/power/operator.js';
import { type Mutant, mutantOf, onRequest, refusal } from './mutant.js';

/** Takes a fault out of a request: what a service does that does not mind it. `null`: no such fault. */
export type Repair = (call: Call) => Call | null;

/** Three ways to get a refusal wrong: to serve after all, to name another status, to break. */
export const wrongRefusals = (
  rule: string,
  repair: Repair,
  more: Partial<Mutant> = {},
): readonly Mutant[] => {
  const answering = (status: number) =>
    onRequest((call) => (repair(call) === null ? null : refusal(status)));
  return [
    mutantOf(rule, 'serves', { handler: onRequest(repair), ...more }),
    mutantOf(rule, 'answers 422', { handler: answering(422), ...more }),
    mutantOf(rule, 'answers 500', { handler: answering(500), ...more }),
  ];
};
