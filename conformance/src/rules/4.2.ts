import {
  all,
  both,
  type Check,
  eachOf,
  hasStatus,
  notExercised,
  prerequisiteFails,
  whenServed,
} from '../judge/check.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import { given } from '../judge/expected.js';
import {
  isReady,
  metaNumber,
  parametersOf,
  rosterAnswers,
  rowsOf,
} from '../judge/roster/answer.js';
import { disorder, emptiesAfter, falls, isEmpty, type Precedence } from '../judge/roster/order.js';
import { everyRow, onPages, whenReady } from '../judge/roster/rows.js';
import type { History } from '../model/history.js';
import { shown, textOf, at as valueAt } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { notApplicable, undecided } from '../model/verdict.js';
import type { Probe } from '../probes/probe.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { rosterRefusals } from '../refusals/refusals.js';
import { cell, refusesRoster, reordered } from './broken.js';
import { must, refused } from './rule.js';

const valuesOf = (query: URLSearchParams, name: string): ReadonlySet<string> =>
  new Set([...query.getAll(`${name}[]`), ...query.getAll(name)]);

const statusHolds = (active: boolean): Check =>
  everyRow(['attributes', 'active'], String(active), (value) => value === active);

/** Pages of one status alone. */
const ofStatus = (status: 'active' | 'inactive'): Judge =>
  onPages(
    (query) => [...valuesOf(query, 'status')].join() === status,
    statusHolds(status === 'active'),
  );

const rolesHold = everyRow(
  ['attributes', 'userType'],
  'a role that was asked for',
  (role, { request }) => valuesOf(parametersOf(request), 'userType').has(String(role)),
);

/** For each row of a page whether it contains what was searched for: seen before pseudonyms. */
const matchesIn = ({ exchange }: Answer): readonly boolean[] =>
  exchange.answer?.sightings.matches ?? [];

const searchHolds = whenServed((answer) => {
  const matches = matchesIn(answer);
  if (matches.length === 0) return notExercised('nothing was found');
  const odd = matches.indexOf(false);
  return odd === -1 ? null : `/data/${odd} contains the words neither in name nor in email`;
});

/** Words that no row contained find no row without them; a row that contains them was added later. */
const findsNobody = whenServed((answer) => {
  const odd = matchesIn(answer).indexOf(false);
  if (odd !== -1) return `/data/${odd} was found and does not contain the words`;
  return rowsOf(answer).length === 0
    ? null
    : notExercised('a member that contains the words may have joined meanwhile');
});

const filtersHold: Check = (answer, history) => {
  const isActive = parametersOf(answer.request).get('status[]') === 'active';
  return both(statusHolds(isActive), rolesHold, searchHolds)(answer, history);
};

/** A later answer has fewer members than an earlier one. */
const isShorter = (history: History): boolean => {
  const totals = rosterAnswers(history)
    .filter((answer) => isReady(answer) && !/[?&](q=|status|userType)/.test(answer.request.path))
    .map((answer) => metaNumber(answer, 'totalCount') ?? 0);
  return totals.some((total, index) => total < (totals[index - 1] ?? 0));
};

/** Every request that must be served is, and some answer at least has the roster. */
const isServed: Judge = all(
  (history) => {
    const hasShrunk = isShorter(history);
    // Where members have left, a later page may be past the end.
    return eachOf(rosterServed, ({ status, request }) => {
      if (status === 200) return null;
      const says = `answered ${status}, expected 200`;
      const isLater = Number(parametersOf(request).get('page') ?? '1') > 1;
      return hasShrunk && isLater ? prerequisiteFails(says) : says;
    })(history);
  },
  (history) => {
    const answers = rosterServed
      .flatMap(({ id }) => answersTo(history, id).slice(-1))
      .filter(({ status }) => status === 200);
    return answers.length > 1 && !answers.some(isReady)
      ? undecided('prerequisite', 'The roster failed in every answer.')
      : notApplicable('notExercised', 'The roster was served.');
  },
);

const columnOf = (answer: Answer, name: string): readonly unknown[] =>
  rowsOf(answer).map(({ attributes }) => attributes[name] ?? null);

const readyRows = (check: Check): Check =>
  whenReady((answer, history) =>
    rowsOf(answer).length < 2 ? notExercised('fewer than two rows') : check(answer, history),
  );

const ordered = (answer: Answer, column: string, mayNotPrecede: Precedence) => {
  const isDown = parametersOf(answer.request).get('order') === 'desc';
  return disorder(column, columnOf(answer, column), isDown, mayNotPrecede);
};

/** Rows are in the order of a column of numbers or dates; where there is no value, 4.2.4 has a rule of its own. */
const byValue = (column: string): Check =>
  readyRows((answer) =>
    new Set(columnOf(answer, column).filter((value) => !isEmpty(value))).size < 2
      ? notExercised('all are equal')
      : ordered(answer, column, falls),
  );

/**
 * Rows with the same role are together. Owners are shown as `admin`, and whether the order is that of the
 * shown role is open: these rows may be in two places.
 */
const byRole = readyRows((answer) => {
  const values = columnOf(answer, 'userType');
  if (new Set(values).size < 2) return notExercised('there are fewer than two roles');
  const places = values.filter((value, index) => value !== values[index - 1]);
  const admins = places.filter((role) => role === 'admin');
  const others = places.filter((role) => role !== 'admin');
  const isGrouped = admins.length <= 2 && new Set(others).size === others.length;
  return isGrouped ? null : `a role comes again after another one: ${shown(places)}`;
});

/** What has no value is first upward and last downward. */
const emptyAtEnd = readyRows((answer) => {
  const column = parametersOf(answer.request).get('sort') ?? 'name';
  return columnOf(answer, column).some(isEmpty)
    ? ordered(answer, column, emptiesAfter)
    : notExercised('all have a value');
});

const { active, admins, allFilters, byEmail, firstHalf, inactive, otherHalf } = roster;

/**
 * Each column with the requests that are sorted by it, and how their order is checked. Services have collations that
 * the suite does not know: the order of texts is decided by facts, and without them by the laws over all pages.
 */
const sorted: readonly (readonly [column: string, asks: readonly Probe[], check: Check])[] = [
  ['name', [roster.byName, roster.earliest], given('order name')],
  ['email', [active, roster.findsName, byEmail], given('order email')],
  ['userType', [roster.bothStatuses], byRole],
  ['signupDate', [inactive], byValue('signupDate')],
  ['lastActivityDate', [roster.byActivity], byValue('lastActivityDate')],
  ['boards', [admins], byValue('boards')],
  ['posts', [firstHalf, otherHalf], byValue('posts')],
  ['comments', [roster.after], byValue('comments')],
  ['reactions', [roster.findsEmail], byValue('reactions')],
];

const hasValue = (column: string) => (row: unknown) =>
  (textOf(valueAt(row, 'attributes', column)) ?? '') !== '';

/** Rows without a value of a column first, or last. */
const emptyMoved = (column: string, isFirst: boolean) => (rows: readonly unknown[]) =>
  rows.toSorted(
    (a, b) => (Number(hasValue(column)(a)) - Number(hasValue(column)(b))) * (isFirst ? 1 : -1),
  );

/** Section 4.2: the roster endpoint. */
export const section4_2: readonly Rule[] = [
  ...refused(rosterRefusals),
  must('4.2-T1', 'A single value may be sent without brackets.', {
    asks: [active, admins],
    expected: '200, with rows that meet the filter',
    check: hasStatus(200),
    judge: all(eachOf([active], statusHolds(true)), eachOf([admins], rolesHold)),
    broken: { 'brackets are required': refusesRoster((query) => query.has('status')) },
  }),
  must('4.2-T8', 'Every parameter is accepted with each of its values.', {
    asks: rosterServed,
    expected: '200, or 202 first, for every sound request',
    judge: isServed,
    broken: {
      'no sort by comments': refusesRoster((query) => query.get('sort') === 'comments'),
      'an empty result is a 404': refusesRoster((query) => query.get('q') === '%', 404),
    },
  }),
  must('4.2-T3a', 'status=active selects active members.', {
    // But for its filter the other is the same: rows that a cache keeps by the rest are those of that.
    asks: [active, byEmail],
    judge: all(eachOf([active], statusHolds(true)), ofStatus('active')),
  }),
  must('4.2-T3b', 'status=inactive selects inactive members.', {
    asks: [inactive],
    check: statusHolds(false),
    judge: ofStatus('inactive'),
    broken: {
      'active ones among inactive': cell('active', (value, call) =>
        call.url.search.includes('=inactive') ? true : value,
      ),
    },
  }),
  must('4.2-T3c', 'userType selects members by role.', {
    asks: [admins, firstHalf, otherHalf],
    expected: 'every row has a role that was asked for',
    check: rolesHold,
    judge: onPages((query) => valuesOf(query, 'userType').size > 0, rolesHold),
  }),
  must('4.2-T3d', 'q selects members whose name or email contains it, whatever the case.', {
    asks: [roster.findsName, roster.findsEmail],
    check: searchHolds,
  }),
  must('4.2-T3e', 'A q that matches no member selects no member.', {
    asks: [roster.findsEmail, roster.findsNobody],
    judge: eachOf([roster.findsNobody], findsNobody),
  }),
  must('4.2-T3g', 'q is one text, a substring of the name or of the email: no words, no pattern.', {
    asks: [roster.findsNoPieces],
    expected: 'no rows for pieces of one member that neither contains together',
    check: findsNobody,
  }),
  must('4.2-T3f', 'Filters given together select members that meet all of them, on every page.', {
    asks: [allFilters],
    expected: 'every row of the second page meets status, userType and q',
    check: filtersHold,
  }),
  ...sorted.map(([column, asks, check], index) =>
    must(
      `4.2-T5${'abcdefghi'.charAt(index)}`,
      `The roster is sorted by ${column} when that is asked for.`,
      {
        ...{ asks, check },
        judge: onPages((query) => query.get('sort') === column, check),
      },
    ),
  ),
  must('4.2-R2a', 'An offset of exactly 1,000,000 is accepted.', {
    asks: [roster.largestOffset],
    expected: 'anything but 400',
    check: ({ status }) => (status !== 400 ? null : 'answered 400'),
    broken: { '999,999 at most': refusesRoster((query) => query.get('page') === '1000001') },
  }),
  must('4.2-R3', 'Any role is accepted for any organization.', {
    asks: [firstHalf, otherHalf],
    expected: '200',
    check: hasStatus(200),
    broken: {
      'impossible roles are refused': refusesRoster((query) =>
        query.getAll('userType[]').includes('contributor'),
      ),
    },
  }),
  must('4.2-R4', 'Rows without a value come first upward and last downward.', {
    asks: [roster.byActivity, byEmail],
    judge: eachOf(rosterServed, emptyAtEnd),
    broken: {
      'no address comes first downward': reordered(
        (query) => query.get('sort') === 'email' && query.get('order') === 'desc',
        emptyMoved('email', true),
      ),
      'nulls last upward': reordered(() => true, emptyMoved('lastActivityDate', false)),
    },
  }),
];
