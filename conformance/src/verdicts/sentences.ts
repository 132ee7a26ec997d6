import type { SentenceCounts } from '../model/report.js';
import { type Fate, testable } from '../rules/fates.js';
import type { Judged } from './judge-history.js';

type Kind = Exclude<keyof SentenceCounts, 'testable'>;

const kindOf = (judged: ReadonlyMap<string, Judged>, { rules, reason }: Fate): Kind => {
  const own = rules.flatMap((id) => judged.get(id) ?? []);
  const isDecided = own.some(
    ({ inScope, judgement }) => inScope && ['pass', 'fail'].includes(judgement.verdict),
  );
  if (isDecided) return 'decided';
  const isBeyond = reason !== null || own.every(({ rule }) => rule.level === 'notObservable');
  if (isBeyond) return 'beyond';
  return own.every(({ rule }) => rule.level === 'observed') ? 'open' : 'undecided';
};

/** How much of the specification a run decided, by its sentences and table rows. */
export const sentencesIn = (judged: readonly Judged[]): SentenceCounts => {
  const byId = new Map(judged.map((one) => [one.rule.id, one]));
  const kinds = testable.map((fate) => kindOf(byId, fate));
  const count = (kind: Kind): number => kinds.filter((one) => one === kind).length;
  return {
    testable: testable.length,
    decided: count('decided'),
    undecided: count('undecided'),
    open: count('open'),
    beyond: count('beyond'),
  };
};
