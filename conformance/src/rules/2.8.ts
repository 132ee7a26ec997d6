import {
  type Check,
  equals,
  everyAnswer,
  mismatch,
  notExercised,
  whenServed,
} from '../judge/check.js';
import { isDate, plusDays } from '../judge/days.js';
import { type Answer, knownOf } from '../judge/evidence.js';
import {
  metaNumber,
  parametersOf,
  type Row,
  rosterAnswers,
  rowsOf,
} from '../judge/roster/answer.js';
import { checkRows, whenReady } from '../judge/roster/rows.js';
import type { History } from '../model/history.js';
import { at, canonical, isCount, listOf, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { coversMonths, hasDays } from './2.7.js';
import { asked, cell, inRoster, rosterMeta, without } from './broken.js';
import { derived, inferred, must } from './rule.js';

/** Every page; whichever was answered decides. */
const ofPage = { asks: rosterServed, cover: 'any' } as const;

const counts = ['boards', 'posts', 'comments', 'reactions'];
const sumOf = ({ attributes }: Row): number =>
  counts
    .map((name) => attributes[name])
    .filter(isCount)
    .reduce((sum, count) => sum + count, 0);

const activeIsCounted = checkRows((row) =>
  equals(sumOf(row) > 0, `${row.pointer}/attributes/active`, row.attributes['active']),
);

/** A day of slack: the zone of the service's days is open. */
const activeIsRecent = checkRows(({ attributes, pointer }, answer) => {
  if (attributes['active'] !== true) return notExercised('no member is active');
  const from = at(answer.document, 'meta', 'dateRange', 'from');
  const last = attributes['lastActivityDate'];
  if (!isDate(from)) return notExercised('there is no date range');
  return isDate(last) && String(last) >= plusDays(String(from), -1)
    ? null
    : mismatch(`${String(from)} or later`, `${pointer}/attributes/lastActivityDate`, last);
});

const namesShow = checkRows(({ attributes: { name, username }, pointer }) => {
  if (typeof username !== 'string' || username.trim() === '')
    return notExercised('no member has a username');
  // Services differ in what other space they take for blank.
  return !/^[\t\n\r ]*$/.test(String(name)) ? null : `${pointer}/attributes/name is blank`;
});

const ownersAreAdmins = whenReady((answer) => {
  const rows = rowsOf(answer);
  const odd = rows.find((row) => row.attributes['userType'] !== 'admin');
  if (odd !== undefined)
    return mismatch('admin', `${odd.pointer}/attributes/userType`, odd.attributes['userType']);
  const known = at(knownOf(answer), 'expected', 'totalCount');
  // Every organization has an owner, and owners are reported as admin; facts may say otherwise.
  return rows.length > 0 || known === 0 ? null : 'there is no admin row, not even the owner';
});

const echoes = whenServed((answer) => {
  const parameters = parametersOf(answer.request);
  const wanted = { page: '1', perPage: '25', ...Object.fromEntries(parameters) };
  const odd = (['page', 'perPage'] as const).find(
    (name) => metaNumber(answer, name) !== Number(wanted[name]),
  );
  return odd === undefined
    ? null
    : mismatch(wanted[odd], `/meta/${odd}`, at(answer.document, 'meta', odd));
});

const pagesAreCounted = whenReady((answer) => {
  const [total, perPage] = [metaNumber(answer, 'totalCount'), metaNumber(answer, 'perPage')];
  if (total === null || perPage === null || !isCount(total)) {
    return mismatch('a count', '/meta/totalCount', at(answer.document, 'meta', 'totalCount'));
  }
  const pages = Math.ceil(total / perPage);
  const value = metaNumber(answer, 'totalPages');
  // For no rows some services speak of one empty page: the text does not say.
  return value === pages || (pages === 0 && value === 1)
    ? null
    : mismatch(String(pages), '/meta/totalPages', value);
});

const statusAgrees: Check = ({ document, status: code }) => {
  const [status, pending, errors] = ['status', 'pending', 'errors'].map((name) =>
    at(document, 'meta', name),
  );
  if (code === 202) {
    if (status !== 'pending') return mismatch('pending', '/meta/status', status);
    return equals('["users"]', '/meta/pending', canonical(pending));
  }
  if (listOf(pending).length > 0) return mismatch('nothing on a 200', '/meta/pending', pending);
  if (status === 'failed') return null;
  if (status !== 'ready') return mismatch('ready or failed', '/meta/status', status);
  return listOf(errors).length === 0 ? null : `ready, and meta.errors is ${shown(errors)}`;
};

const failedIsEmpty: Check = ({ document }) => {
  const errors = listOf(at(document, 'meta', 'errors'));
  // An error may be the bare word or an object that names it.
  if (errors.length !== 1 || !canonical(errors[0]).includes('users')) {
    return mismatch('the single entry users', '/meta/errors', errors);
  }
  const data = at(document, 'data');
  return canonical(data) === '[]' ? null : `a failed roster has data ${shown(data)}`;
};

const failedRosters = (history: History): readonly Answer[] =>
  rosterAnswers(history).filter((answer) => at(answer.document, 'meta', 'status') === 'failed');

const rangeSent = ({ request }: Answer) => {
  const parameters = parametersOf(request);
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  return from === null || to === null ? null : { from, to };
};

const ranges = [roster.byName, roster.after, roster.current];

/** Section 2.8: the roster. */
export const section2_8: readonly Rule[] = [
  must('2.8-T1b', 'The id of a row is the hashid alone.', {
    ...ofPage,
    expected: 'no prefix user_',
    check: checkRows(({ id, pointer }) =>
      !id.startsWith('user_') ? null : `${pointer}/id is ${shown(id)}`,
    ),
    broken: { prefixed: inRoster('data/*/id', (id) => `user_${String(id)}`) },
  }),
  must(
    '2.8-T7',
    'active is true when the member created a board, post, comment or reaction in the range.',
    {
      asks: rosterServed,
      expected: 'active exactly when the four counts add up to more than 0',
      check: activeIsCounted,
      broken: {
        'always active': cell('active', () => true),
        'never active': cell('active', () => false),
      },
    },
  ),
  derived('2.8-T9b', 'Who was active in the range has been active since it began.', {
    ...ofPage,
    expected: 'lastActivityDate is not null and not before the range',
    check: activeIsRecent,
    broken: {
      never: cell('lastActivityDate', () => null),
      'long ago': cell('lastActivityDate', () => '2001-01-01'),
    },
  }),
  inferred('2.8-T14', 'A blank name falls back to the username.', {
    ...ofPage,
    check: namesShow,
    broken: { blank: cell('name', () => ' ') },
  }),
  must('2.8-T15', 'Owners are reported as admin.', {
    asks: [roster.admins],
    expected: 'the rows of userType admin are all admin, and there is at least one',
    check: ownersAreAdmins,
    broken: {
      owner: cell('userType', (value) => (value === 'admin' ? 'owner' : value)),
      'owners are left out': inRoster('data', (rows, call) =>
        asked(call).get('userType') === 'admin' ? [] : rows,
      ),
    },
  }),
  must('2.8-M1', 'page and perPage tell the page served; by default 1 and 25.', {
    ...ofPage,
    check: echoes,
    broken: {
      'from zero': rosterMeta(({ page }) => ({ page: Number(page) - 1 })),
      'per page of the rows': rosterMeta(() => ({ perPage: 10 })),
    },
  }),
  must('2.8-M2', 'totalPages is totalCount / perPage, rounded up.', {
    ...ofPage,
    check: pagesAreCounted,
    broken: {
      'rounded down': rosterMeta(({ totalCount, perPage }) => ({
        totalPages: Math.floor(Number(totalCount) / Number(perPage)),
      })),
      'one more': rosterMeta(({ totalPages }) => ({ totalPages: Number(totalPages) + 1 })),
    },
  }),
  must('2.8-M4', 'status is ready, pending on a 202 with pending [users], or failed.', {
    ...ofPage,
    judge: everyAnswer(rosterAnswers, statusAgrees, 'No roster answer was seen.'),
    broken: {
      done: rosterMeta(() => ({ status: 'done' })),
      'pending users': rosterMeta(() => ({ pending: ['users'] })),
      errors: rosterMeta(() => ({ errors: ['users'] })),
    },
  }),
  must('2.8-M4b', 'A roster that failed has no data and names users in errors.', {
    need: 'faultHook',
    judge: everyAnswer(failedRosters, failedIsEmpty, 'No roster failed.'),
  }),
  must('2.8-M5', 'dateRange tells the range used, to the day.', {
    ...ofPage,
    expected: 'from and to as YYYY-MM-DD, in order',
    check: whenServed(hasDays),
    broken: {
      absent: inRoster('meta', without('dateRange')),
      months: inRoster('meta/dateRange/to', (value) => String(value).slice(0, 7)),
    },
  }),
  inferred('2.8-M5b', 'An explicit range covers its months whole.', {
    asks: [...ranges, roster.earliest, roster.findsNoPieces],
    expected: 'first day of from to last day of to',
    check: whenServed(coversMonths(rangeSent)),
    broken: {
      'a day early': inRoster('meta/dateRange/to', (value) => `${String(value).slice(0, 8)}27`),
      'February always has 28 days': inRoster('meta/dateRange/to', (value) =>
        String(value).replace('-02-29', '-02-28'),
      ),
      'December has 30 days': inRoster('meta/dateRange/to', (value) =>
        String(value).replace('-12-31', '-12-30'),
      ),
    },
  }),
];
