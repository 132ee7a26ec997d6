import { defaultRangeClause } from './4.1.11-default-range.js';
import { wellFormedJson } from './4.1.12-well-formed-json.js';
import { propertiesTaken } from './4.1-properties-taken.js';
import { anyRoleAccepted } from './4.2.3-any-role-accepted.js';
import { emptySortValues } from './4.2.4-empty-sort-values.js';
import { wholeRosterWalk } from './4.2.5-whole-roster-walk.js';
import { metricsRules } from './metrics-rules.js';
import { rosterRules } from './roster-rules.js';
import type { Clause } from './rule.js';

const lastNumber = ({ id }: Clause): number => Number(id.split('.')[2] ?? 0);
const section = ({ id }: Clause): string => id.split('.').slice(0, 2).join('.');

/** A rule that adds to a clause comes after the one that says it all. */
const isFirst = ({ id }: Clause, at: number, all: readonly Clause[]): boolean =>
  all.findIndex((clause) => clause.id === id) === at;

/**
 * Every clause of 4.1 and 4.2 in the order of the specification, those included that permit something
 * or oblige clients and therefore refuse nothing.
 */
export const clauses: readonly Clause[] = [
  propertiesTaken,
  ...metricsRules,
  defaultRangeClause,
  wellFormedJson,
  ...rosterRules,
  anyRoleAccepted,
  emptySortValues,
  wholeRosterWalk,
]
  .filter(isFirst)
  .map(({ id, says }) => ({ id, says }))
  .sort((a, b) => Number(section(a)) - Number(section(b)) || lastNumber(a) - lastNumber(b));
