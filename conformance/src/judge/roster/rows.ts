import type { History } from '../../model/history.js';
import { at, canonical, isCount, listOf, shown } from '../../model/json.js';
import {
  allOf,
  type Check,
  type CheckResult,
  fails,
  holds,
  holdsIf,
  mismatch,
  notExercised,
  whenServed,
} from '../check.js';
import { isDate, plusDays } from '../days.js';
import { type Answer, knownOf } from '../evidence.js';
import { isReady, metaNumber, parametersOf, type Row, rosterAnswers, rowsOf } from './answer.js';

/** Checks a page that was served and did not fail. */
export const whenReady = (check: Check): Check =>
  whenServed((answer, history) =>
    isReady(answer) ? check(answer, history) : notExercised('the roster failed'),
  );

/** Checks the rows of a page that is ready. */
export const checkRows = (check: (row: Row, answer: Answer) => CheckResult): Check =>
  whenReady((answer) => {
    const rows = rowsOf(answer);
    return rows.length === 0
      ? notExercised('the page is empty')
      : allOf(rows.map((row) => check(row, answer)));
  });

/** A column of every row is as expected. */
export const attribute = (
  name: string,
  expected: string,
  isRight: (value: unknown, row: Row) => boolean,
): Check =>
  checkRows((row) => {
    const value = row.attributes[name];
    return isRight(value, row)
      ? holds
      : mismatch(expected, `${row.pointer}/attributes/${name}`, value);
  });

/** A text. */
export const isText = (value: unknown): boolean => typeof value === 'string';
/** A text, or nothing. */
export const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

/** The columns that count. */
export const counts = ['boards', 'posts', 'comments', 'reactions'] as const;
const sumOf = (row: Row): number =>
  counts.reduce((sum, name) => {
    const value = row.attributes[name];
    return isCount(value) ? sum + value : sum;
  }, 0);

/** A row with a count above zero is active. */
export const activeIsCounted: Check = checkRows((row) => {
  const active = row.attributes['active'];
  return active === sumOf(row) > 0
    ? holds
    : mismatch(String(sumOf(row) > 0), `${row.pointer}/attributes/active`, active);
});

/** A day of slack: the zone of the service's days is open. */
export const activeIsRecent: Check = checkRows((row, answer) => {
  if (row.attributes['active'] !== true) return notExercised('no member is active');
  const from = at(answer.document, 'meta', 'dateRange', 'from');
  const last = row.attributes['lastActivityDate'];
  if (!isDate(from)) return notExercised('there is no date range');
  return isDate(last) && String(last) >= plusDays(String(from), -1)
    ? holds
    : mismatch(`${String(from)} or later`, `${row.pointer}/attributes/lastActivityDate`, last);
});

/** A name falls back to the username. */
export const namesShow: Check = checkRows((row) => {
  const [name, username] = [row.attributes['name'], row.attributes['username']];
  if (!isText(username) || String(username).trim() === '')
    return notExercised('no member has a username');
  // Services differ in what other space they take for blank.
  return holdsIf(
    !/^[\t\n\r ]*$/.test(String(name)),
    () => `${row.pointer}/attributes/name is blank`,
  );
});

/** No row has the role of an owner. */
export const ownersAreAdmins: Check = whenReady((answer) => {
  const rows = rowsOf(answer);
  const odd = rows.find((row) => row.attributes['userType'] !== 'admin');
  if (odd !== undefined)
    return mismatch('admin', `${odd.pointer}/attributes/userType`, odd.attributes['userType']);
  const known = at(knownOf(answer), 'expected', 'totalCount');
  // Every organization has an owner, and owners are reported as admin; facts may say otherwise.
  return holdsIf(rows.length > 0 || known === 0, () => 'there is no admin row, not even the owner');
});

/** The meta repeats page and page size. */
export const echoes: Check = whenServed((answer) => {
  const parameters = parametersOf(answer.request);
  const wanted = {
    page: parameters.get('page') ?? '1',
    perPage: parameters.get('perPage') ?? '25',
  };
  const odd = (['page', 'perPage'] as const).find(
    (name) => metaNumber(answer, name) !== Number(wanted[name]),
  );
  return odd === undefined
    ? holds
    : mismatch(wanted[odd], `/meta/${odd}`, at(answer.document, 'meta', odd));
});

/** The meta counts the pages. */
export const pagesAreCounted: Check = whenReady((answer) => {
  const [total, perPage] = [metaNumber(answer, 'totalCount'), metaNumber(answer, 'perPage')];
  if (total === null || perPage === null || !isCount(total)) {
    return mismatch('a count', '/meta/totalCount', at(answer.document, 'meta', 'totalCount'));
  }
  const pages = Math.ceil(total / perPage);
  const value = metaNumber(answer, 'totalPages');
  // For no rows some services speak of one empty page: the text does not say.
  return value === pages || (pages === 0 && value === 1)
    ? holds
    : mismatch(String(pages), '/meta/totalPages', value);
});

/** The status agrees with the status code and the errors. */
export const statusAgrees: Check = (answer) => {
  const { document } = answer;
  const [status, pending] = [
    at(document, 'meta', 'status'),
    listOf(at(document, 'meta', 'pending')),
  ];
  const errors = listOf(at(document, 'meta', 'errors'));
  if (answer.status === 202) {
    if (status !== 'pending') return mismatch('pending', '/meta/status', status);
    return canonical(pending) === '["users"]'
      ? holds
      : mismatch('["users"]', '/meta/pending', pending);
  }
  if (pending.length > 0) return mismatch('nothing on a 200', '/meta/pending', pending);
  if (status === 'failed') return holds;
  if (status !== 'ready') return mismatch('ready or failed', '/meta/status', status);
  return holdsIf(errors.length === 0, () => `ready, and meta.errors is ${shown(errors)}`);
};

/** A failed roster names its single error and has no rows. */
export const failedIsEmpty: Check = ({ document }) => {
  const errors = listOf(at(document, 'meta', 'errors'));
  // An error may be the bare word or an object that names it.
  const names = errors.map((one) => (typeof one === 'string' ? one : canonical(one)));
  if (errors.length !== 1 || !String(names[0]).includes('users')) {
    return mismatch('the single entry users', '/meta/errors', errors);
  }
  const data = at(document, 'data');
  return canonical(data) === '[]' ? holds : fails(`a failed roster has data ${shown(data)}`);
};

/** The answers that say that the roster failed. */
export const failedRosters = (history: History): readonly Answer[] =>
  rosterAnswers(history).filter((answer) => at(answer.document, 'meta', 'status') === 'failed');
