import {
  answeredWith,
  type Check,
  each,
  eachOf,
  holds,
  holdsIf,
  mismatch,
  notExercised,
  prerequisiteFails,
  servedWith,
} from '../judge/check.js';
import { knownOf } from '../judge/evidence.js';
import { isExpected } from '../judge/expected-figures.js';
import { familyOf } from '../judge/family.js';
import { allReturned, entries } from '../judge/metrics/entries.js';
import { number } from '../judge/metrics/shapes.js';
import { metaNumber, rowsOf } from '../judge/roster/answer.js';
import { at, isObject, listOf } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { undecided } from '../model/verdict.js';
import { impossibleRoles } from '../probes/entries.js';
import { inferred, must } from './rule.js';

const isZero = (data: unknown): boolean =>
  Array.isArray(data)
    ? data.every(
        (row) =>
          isObject(row) &&
          Object.values(row).every((one) => Number(one) === 0 || typeof one === 'string'),
      )
    : data === 0;

/** Facts that hold a member in a role that there should not be decide. */
const givesZero: Check = servedWith((answer, history) => {
  const family = familyOf(history);
  if (family === null) return prerequisiteFails('the type of the organization is unknown');
  const beyond: readonly unknown[] = impossibleRoles[family];
  return allReturned(({ name, data, pointer, key, properties }) => {
    const slice = listOf(properties['userType']);
    if (slice.length === 0 || !slice.every((role) => beyond.includes(role))) return holds;
    const known = at(knownOf(answer), 'expected', 'figures', key);
    const isRight = known === undefined ? isZero(data) : isExpected(name, data, known);
    return isRight ? holds : mismatch('0', `${pointer}/data`, data);
  })(answer, history);
});

/** RV12 of a school and RV11 of a team ask for roles that it cannot have. */
const hasNoRows: Judge = (history) => {
  const family = familyOf(history);
  if (family === null) return undecided('prerequisite', 'The type of the organization is unknown.');
  const probe = family === 'school' ? 'RV12' : 'RV11';
  const check = servedWith((answer) => {
    const [rows, total] = [rowsOf(answer).length, metaNumber(answer, 'totalCount')];
    const known = at(knownOf(answer), 'expected', 'totalCount');
    if (typeof known === 'number' && known > 0) return notExercised('the facts hold such members');
    return holdsIf(
      rows === 0 && (total === 0 || total === null),
      () => `${rows} rows and totalCount ${String(total)}, expected none`,
    );
  });
  return eachOf([probe], check)(history);
};

/** Section 2.2: roles. */
export const section2_2: readonly Rule[] = [
  must(
    '2.2-R1a',
    'A role that the organization type cannot have gives a truthful zero, never an error.',
    'figures of impossible roles are 0',
    ['MV2', 'MV10'],
    each(givesZero),
  ),
  must(
    '2.2-R1b',
    'A role that the organization type cannot have gives no roster rows, never an error.',
    'no rows and totalCount 0 for impossible roles',
    ['MV1', 'RV11', 'RV12'],
    hasNoRows,
  ),
  must(
    '2.2-R2',
    'The value all stands alone; mixed with role names it is refused.',
    '400 for [all, teacher]',
    ['MN26'],
    answeredWith(400),
  ),
  must(
    '2.2-R3a',
    'wallEngagementMinutes also takes anonymous.',
    'an entry with anonymous is served',
    ['MV1'],
    entries(
      ({ name, userType }) =>
        name === 'wallEngagementMinutes' && String(userType).includes('anonymous'),
      number,
    ),
  ),
  inferred(
    '2.2-R3b',
    'Only wallEngagementMinutes takes anonymous.',
    '400 for anonymous on a metric of members',
    ['MN14'],
    answeredWith(400),
  ),
];
