import { metricsRules } from './plan.js';
import { rosterRules } from './roster.js';
import { defaultRange } from './rules/4.1.11-default-range.js';
import { wellFormedJson } from './rules/4.1.12-well-formed-json.js';
import { propertiesTaken } from './rules/4.1-properties-taken.js';
import { nothingClamped } from './rules/4.2.1-nothing-clamped.js';
import type { Clause } from './rules/rule.js';

/** Clauses of 4.2 that permit something, order rows, or oblige clients: no request breaks them. */
const otherClauses: readonly Clause[] = [
  {
    id: '4.2.3',
    says: 'Every role may be asked of every organization; one that it cannot have yields no rows.',
  },
  {
    id: '4.2.4',
    says: 'Rows without a value in the sort column come first ascending and last descending.',
  },
  {
    id: '4.2.5',
    says: 'Walking the pages of one question up to totalPages gives every row exactly once.',
  },
];

/** The section and the number of a clause, as one number that orders them. */
const order = ({ id }: Clause): number => {
  const [chapter = '', section = '', number = '0'] = id.split('.');
  return Number(chapter) * 10_000 + Number(section) * 100 + Number(number);
};

/** Rules that add to a clause come after the one that says it all. */
const saysItAll = [propertiesTaken, nothingClamped];

/**
 * Every clause of 4.1 and 4.2 in the order of the specification, those included that permit something
 * or oblige clients and therefore refuse nothing.
 */
export const clauses: readonly Clause[] = [
  ...saysItAll,
  ...metricsRules,
  ...rosterRules,
  ...[defaultRange, wellFormedJson, ...otherClauses],
]
  .filter(({ id }, at, all) => all.findIndex((clause) => clause.id === id) === at)
  .map(({ id, says }) => ({ id, says }))
  .sort((a, b) => order(a) - order(b));
