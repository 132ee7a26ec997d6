import { equals, mismatch, notExercised, whenServed } from '../judge/check.js';
import { isDate, plusDays } from '../judge/days.js';
import { knownOf } from '../judge/evidence.js';
import { metaNumber, parametersOf, type Row, rowsOf } from '../judge/roster/answer.js';
import { checkRows, whenReady } from '../judge/roster/rows.js';
import { at, isCount, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { asked, cell, inRoster, rosterMeta } from './broken.js';
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
    : mismatch(`${pages} by totalCount ${total} and perPage ${perPage}`, '/meta/totalPages', value);
});

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
];
