import { familyOf } from '../judge/family.js';
import { groupBy } from '../model/group-by.js';
import type { History } from '../model/history.js';
import { readOnce } from '../model/read-once.js';
import { impossibleRoles } from '../probes/entries.js';
import { type Claim, claimsOf } from './claims.js';
import { type Group, groupOf } from './groups.js';
import type { Contradiction, Level } from './law.js';
import { laws, levelOf } from './laws.js';
import { type Table, tableIn } from './table.js';
import { disagreements } from './world.js';

/** Facts may hold members in roles that there should not be. */
export const beyondFamily = (history: History): Group => {
  const family = history.run.facts === null ? familyOf(history) : null;
  return family === null ? 0 : groupOf(impossibleRoles[family]);
};

/** What the claims on all measures contradict each other in, by the specification alone or by all readings. */
export const contradictedClaims = (
  claims: readonly Claim[],
  level: Level,
  find: typeof disagreements = disagreements,
): readonly Contradiction[] => {
  const own = level === 'reading' ? claims : claims.filter((claim) => claim.level === level);
  return [...groupBy(own, ({ measure }) => measure)].flatMap(([measure, group]) =>
    find(measure, group, level),
  );
};

/** What laws other than those of claims find. */
export const brokenLaws = (table: Table): readonly Contradiction[] =>
  laws.flatMap((law) =>
    [...(law.find?.(table) ?? [])].map((one) => ({ ...one, law: law.id, level: levelOf(law) })),
  );

/** Every contradiction among the answers of a run; one of the specification hides the same of a reading. */
export const contradictionsIn = readOnce((history: History): readonly Contradiction[] => {
  const table = tableIn(history);
  const claims = claimsOf(table, beyondFamily(history));
  const stated = contradictedClaims(claims, 'specification');
  const about = new Set(stated.map((one) => one.about));
  const read = contradictedClaims(claims, 'reading').filter((one) => !about.has(one.about));
  return [...brokenLaws(table), ...stated, ...read];
});
