import { familyOf } from '../judge/family.js';
import { groupBy } from '../model/group-by.js';
import type { History } from '../model/history.js';
import { readOnce } from '../model/read-once.js';
import { impossibleRoles } from '../probes/entries.js';
import { type Claim, claimsOf } from './claims.js';
import { type Group, groupOf } from './groups.js';
import { type Finding, type Level } from './law.js';
import { lawOfMeasure, laws, levelOf } from './laws.js';
import { type Table, tableIn } from './table.js';
import { type Disagreement, disagreements } from './world.js';

/** Answers that cannot all be true, with the law that says so. */
export interface Contradiction extends Finding {
  readonly law: string;
  readonly level: Level;
}

/** Facts may hold members in roles that there should not be. */
export const beyondFamily = (history: History): Group => {
  const family = history.run.facts === null ? familyOf(history) : null;
  return family === null ? 0 : groupOf(impossibleRoles[family]);
};

const named = (level: Level, found: Disagreement): Contradiction => ({
  ...found,
  about: `${found.measure} ${found.about}`,
  law: lawOfMeasure(level, found.measure, found.kind).id,
  level,
});

/** What the claims on all measures contradict each other in, by the specification alone or by all readings. */
export const contradictedClaims = (
  claims: readonly Claim[],
  level: Level,
  known: (
    measure: string,
    claims: readonly Claim[],
    level: Level,
  ) => readonly Disagreement[] = disagreements,
): readonly Contradiction[] => {
  const own = level === 'reading' ? claims : claims.filter((claim) => claim.level === level);
  return [...groupBy(own, ({ measure }) => measure)].flatMap(([measure, group]) =>
    known(measure, group, level).map((found) => named(level, found)),
  );
};

/** What laws other than those of claims find. */
export const brokenLaws = (table: Table): readonly Contradiction[] =>
  laws.flatMap((law) =>
    (law.find?.(table) ?? []).map((one) => ({ ...one, law: law.id, level: levelOf(law) })),
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
