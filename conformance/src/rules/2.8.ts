import { rosterRoles } from '@tallyboard/core/vocabulary';
import {
  type Check,
  each,
  eachOf,
  everyAnswer,
  holds,
  holdsIf,
  mismatch,
  whenServed,
} from '../judge/check.js';
import { isDate } from '../judge/days.js';
import type { Answer } from '../judge/evidence.js';
import { parametersOf, type Row, rosterAnswers, rosterValid } from '../judge/roster/answer.js';
import {
  activeIsCounted,
  activeIsRecent,
  attribute,
  checkRows,
  echoes,
  failedIsEmpty,
  failedRosters,
  isText,
  isTextOrNull,
  namesShow,
  ownersAreAdmins,
  pagesAreCounted,
  statusAgrees,
} from '../judge/roster/rows.js';
import { at, isCount, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { coversMonths, hasDays } from './2.7.js';
import { any, derived, inferred, must } from './rule.js';

const page = (id: string, clause: string, expected: string, check: Check, make = must): Rule =>
  make(id, clause, expected, rosterValid, each(check), any);

const column = (
  id: string,
  name: string,
  clause: string,
  expected: string,
  isRight: (value: unknown, row: Row) => boolean,
): Rule => page(id, clause, expected, attribute(name, expected, isRight));

const rangeSent = (answer: Answer) => {
  const parameters = parametersOf(answer.request);
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  return from === null || to === null ? null : { from, to };
};

const roles: ReadonlySet<unknown> = new Set(rosterRoles);
const rangesApart = ['RV2', 'RV18', 'RV19'];

/** The id of each count's rule: given once, whatever the order of the columns. */
export const countRules = {
  boards: '2.8-T10',
  posts: '2.8-T11',
  comments: '2.8-T12',
  reactions: '2.8-T13',
} as const;

/** Section 2.8: the roster. */
export const section2_8: readonly Rule[] = [
  page(
    '2.8-T1',
    'The id of a row is a text.',
    'a non-empty text',
    checkRows((row) =>
      holdsIf(row.id !== '', () => `${row.pointer}/id is ${shown(at(row.raw, 'id'))}`),
    ),
  ),
  page(
    '2.8-T1b',
    'The id of a row is the hashid alone.',
    'no prefix user_',
    checkRows((row) =>
      holdsIf(!row.id.startsWith('user_'), () => `${row.pointer}/id is ${shown(row.id)}`),
    ),
  ),
  page(
    '2.8-T2',
    'The type of a row is always organizationAnalyticsUser.',
    'organizationAnalyticsUser',
    checkRows((row) =>
      at(row.raw, 'type') === 'organizationAnalyticsUser'
        ? holds
        : mismatch('organizationAnalyticsUser', `${row.pointer}/type`, at(row.raw, 'type')),
    ),
  ),
  column('2.8-T3', 'name', 'name is a text.', 'a text', isText),
  column('2.8-T4', 'username', 'username is a text or null.', 'a text or null', isTextOrNull),
  column('2.8-T5', 'email', 'email is a text or null.', 'a text or null', isTextOrNull),
  column(
    '2.8-T6',
    'userType',
    'userType is a role; owners are reported as admin, there is no owner.',
    'a role other than owner',
    (value) => roles.has(value),
  ),
  must(
    '2.8-T7',
    'active is true when the member created a board, post, comment or reaction in the range.',
    'active exactly when the four counts add up to more than 0',
    ['RV2', 'RV18'],
    eachOf(rosterValid, activeIsCounted),
  ),
  column('2.8-T8', 'signupDate', 'signupDate is a date.', 'YYYY-MM-DD', isDate),
  column(
    '2.8-T9',
    'lastActivityDate',
    'lastActivityDate is a date or null.',
    'YYYY-MM-DD or null',
    (value) => value === null || isDate(value),
  ),
  page(
    '2.8-T9b',
    'Who was active in the range has been active since it began.',
    'lastActivityDate is not null and not before the range',
    activeIsRecent,
    derived,
  ),
  ...Object.entries(countRules).map(([name, id]) =>
    column(id, name, `${name} is a count.`, 'an integer, not negative', isCount),
  ),
  page(
    '2.8-T14',
    'A blank name falls back to the username.',
    'name is not blank where username is not',
    namesShow,
    inferred,
  ),
  must(
    '2.8-T15',
    'Owners are reported as admin.',
    'the rows of userType admin are all admin, and there is at least one',
    ['RV10'],
    each(ownersAreAdmins),
  ),
  page(
    '2.8-M1',
    'page and perPage tell the page served; by default 1 and 25.',
    'the numbers asked for',
    echoes,
  ),
  page(
    '2.8-M2',
    'totalPages is totalCount / perPage, rounded up.',
    'ceil(totalCount / perPage)',
    pagesAreCounted,
  ),
  must(
    '2.8-M4',
    'status is ready, pending on a 202 with pending [users], or failed.',
    'meta.status agrees with status code, pending and errors',
    rosterValid,
    everyAnswer(rosterAnswers, statusAgrees, 'No roster answer was seen.'),
    any,
  ),
  must(
    '2.8-M4b',
    'A roster that failed has no data and names users in errors.',
    'data is empty and errors has the single entry users',
    [],
    everyAnswer(failedRosters, failedIsEmpty, 'No roster failed.'),
    { need: 'faultHook' },
  ),
  page(
    '2.8-M5',
    'dateRange tells the range used, to the day.',
    'from and to as YYYY-MM-DD, in order',
    whenServed(hasDays),
  ),
  inferred(
    '2.8-M5b',
    'An explicit range covers its months whole.',
    'first day of from to last day of to',
    [...rangesApart, 'RV17'],
    each(whenServed(coversMonths(rangeSent))),
  ),
];
