import {
  allOf,
  type Check,
  eachOf,
  hasStatus,
  mismatch,
  notExercised,
  prerequisiteFails,
  servedWith,
} from '../judge/check.js';
import { knownOf } from '../judge/evidence.js';
import { isExpected } from '../judge/expected-figures.js';
import { familyOf } from '../judge/family.js';
import { returned } from '../judge/metrics/answer.js';
import { metaNumber, rowsOf } from '../judge/roster/answer.js';
import { at, isObject, listOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { undecided } from '../model/verdict.js';
import { impossibleRoles } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import { roster } from '../probes/roster-probes.js';
import { refusalOf } from '../refusals/refusals.js';
import { data, refusesMetrics, refusesRoster } from './broken.js';
import { isNumber } from './entry-rules.js';
import { must } from './rule.js';

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
  return allOf(
    returned(answer).map(({ name, data, pointer, key, properties }) => {
      const slice = listOf(properties['userType']);
      if (slice.length === 0 || !slice.every((role) => beyond.includes(role))) return null;
      const known = at(knownOf(answer), 'expected', 'figures', key);
      const isRight = known === undefined ? isZero(data) : isExpected(name, data, known);
      return isRight ? null : mismatch('0', `${pointer}/data`, data);
    }),
  );
});

const hasNoRows = servedWith((answer) => {
  const [rows, total] = [rowsOf(answer).length, metaNumber(answer, 'totalCount')];
  const known = at(knownOf(answer), 'expected', 'totalCount');
  if (typeof known === 'number' && known > 0) return notExercised('the facts hold such members');
  return rows === 0 && (total === 0 || total === null)
    ? null
    : `${rows} rows and totalCount ${String(total)}, expected none`;
});

/** Section 2.2: roles. */
export const section2_2: readonly Rule[] = [
  must(
    '2.2-R1a',
    'A role that the organization type cannot have gives a truthful zero, never an error.',
    {
      asks: [metrics.current, metrics.impossible],
      check: givesZero,
      broken: {
        'null for zero': data(['memberCount'], (value) => (value === 0 ? null : value)),
        'refuses impossible roles': refusesMetrics((body) =>
          JSON.stringify(body).includes('"maker","contributor"]'),
        ),
      },
    },
  ),
  must(
    '2.2-R1b',
    'A role that the organization type cannot have gives no roster rows, never an error.',
    {
      // Which half of the roles is impossible depends on the type.
      asks: [metrics.everything, roster.firstHalf, roster.otherHalf],
      expected: 'no rows and totalCount 0 for impossible roles',
      judge: (history) => {
        const family = familyOf(history);
        if (family === null) {
          return undecided('prerequisite', 'The type of the organization is unknown.');
        }
        const half = family === 'school' ? roster.otherHalf : roster.firstHalf;
        return eachOf([half], hasNoRows)(history);
      },
      broken: {
        'impossible roles do not exist': refusesRoster((query) =>
          query.getAll('userType[]').includes('maker'),
        ),
      },
    },
  ),
  must('2.2-R2', 'The value all stands alone; mixed with role names it is refused.', {
    asks: [refusalOf('4.1-R7')],
    check: hasStatus(400),
  }),
  must('2.2-R3a', 'wallEngagementMinutes also takes anonymous.', {
    of: ({ name, userType }) =>
      name === 'wallEngagementMinutes' && String(userType).includes('anonymous'),
    ...{ is: 'a number', right: isNumber },
    broken: { 'text for a number': data(['wallEngagementMinutes'], String) },
  }),
];
