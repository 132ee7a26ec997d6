import { type Draft, type Probe, type ProbeContext, probe } from './probe.js';
import { questionPair } from './questions.js';

/** Seeds of different runs have no question in common. */
const stride = 1_000_003;

const question = (
  id: string,
  endpoint: 'metrics' | 'roster',
  draftOf: (pair: ReturnType<typeof questionPair>) => Draft,
): Probe =>
  probe({
    id,
    endpoint,
    kind: 'valid',
    says: `random questions to ${endpoint}, with --exhaustive`,
    draft: ({ isExhaustive, month, family, seed, rotation }: ProbeContext) =>
      isExhaustive ? draftOf(questionPair(month, family, seed * stride + rotation)) : null,
  });

/** Random questions whose answers facts give; each rotation is another question. */
export const randomProbes: readonly Probe[] = [
  question('MX', 'metrics', ([body]) => ({ body })),
  question('RX', 'roster', ([, query]) => ({ query })),
];
