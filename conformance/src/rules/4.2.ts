import { all, answeredWith, type Check, each, eachOf, fails, holds } from '../judge/check.js';
import { expectedColumn, expectedIds, expectedOrder, pagesOfFacts } from '../judge/expected.js';
import { rosterValid } from '../judge/roster/answer.js';
import {
  emptyValuesAtEnd,
  sortedByRole,
  sortedByText,
  sortedByValue,
} from '../judge/roster/order.js';
import {
  bareValuesHold,
  filtersMeet,
  rolesFiltered,
  rosterIsServed,
  searchFindsNobody,
  searchHolds,
  statusFiltered,
} from '../judge/roster/pages.js';
import type { Rule } from '../model/rule.js';
import { rosterRefusals } from '../refusals/roster.js';
import { must, refused, seeded } from './rule.js';

const sortRule = (id: string, column: string, probes: readonly string[], check: Check): Rule =>
  must(
    id,
    `The roster is sorted by ${column} when that is asked for.`,
    `rows in the order of ${column}`,
    probes,
    each(check),
  );

/** The id of each column's rule: given once, whatever the order of the columns. */
export const columnRules = {
  name: '2.8-S1',
  username: '2.8-S2',
  email: '2.8-S3',
  userType: '2.8-S4',
  active: '2.8-S5',
  signupDate: '2.8-S6',
  lastActivityDate: '2.8-S7',
  boards: '2.8-S8',
  posts: '2.8-S9',
  comments: '2.8-S10',
  reactions: '2.8-S11',
} as const;

/** Section 4.2: the roster endpoint. */
export const section4_2: readonly Rule[] = [
  ...refused(rosterRefusals),
  must(
    '4.2-T1',
    'A single value may be sent without brackets.',
    '200, with rows that meet the filter',
    ['RV5', 'RV10'],
    bareValuesHold,
  ),
  must(
    '4.2-T8',
    'Every parameter is accepted with each of its values.',
    '200, or 202 first, for every sound request',
    rosterValid,
    rosterIsServed,
  ),
  must(
    '4.2-T3a',
    'status=active selects active members.',
    'every row is active',
    // Like RV5 but for its filter: rows that a cache keeps by the rest are those of RV24.
    ['RV5', 'RV24'],
    statusFiltered('RV5', true),
  ),
  must(
    '4.2-T3b',
    'status=inactive selects inactive members.',
    'no row is active',
    ['RV6'],
    statusFiltered('RV6', false),
  ),
  must(
    '4.2-T3c',
    'userType selects members by role.',
    'every row has a role that was asked for',
    ['RV10', 'RV11', 'RV12'],
    rolesFiltered(['RV10', 'RV11', 'RV12']),
  ),
  must(
    '4.2-T3d',
    'q selects members whose name or email contains it, whatever the case.',
    'every row contains it',
    ['RV13', 'RV14'],
    each(searchHolds),
  ),
  must(
    '4.2-T3e',
    'A q that matches no member selects no member.',
    'no rows',
    ['RV14', 'RV15'],
    eachOf(['RV15'], searchFindsNobody),
  ),
  must(
    '4.2-T3g',
    'q is one text, a substring of the name or of the email: no words, no pattern.',
    'no rows for pieces of one member that neither contains together',
    ['RV23'],
    each(searchFindsNobody),
  ),
  must(
    '4.2-T3f',
    'Filters given together select members that meet all of them, on every page.',
    'every row of the second page meets status, userType and q',
    ['RV22'],
    filtersMeet,
  ),
  must(
    '4.2-T5a',
    'The roster is sorted by name when that is asked for.',
    'rows in the order of name',
    ['RV2', 'RV17'],
    eachOf(['RV2', 'RV17'], sortedByText('name')),
  ),
  sortRule('4.2-T5b', 'email', ['RV5', 'RV13', 'RV24'], sortedByText('email')),
  sortRule('4.2-T5c', 'userType', ['RV7'], sortedByRole),
  sortRule('4.2-T5d', 'signupDate', ['RV6'], sortedByValue('signupDate')),
  sortRule('4.2-T5e', 'lastActivityDate', ['RV8', 'RV9'], sortedByValue('lastActivityDate')),
  sortRule('4.2-T5f', 'boards', ['RV10'], sortedByValue('boards')),
  sortRule('4.2-T5g', 'posts', ['RV11', 'RV12'], sortedByValue('posts')),
  sortRule('4.2-T5h', 'comments', ['RV18'], sortedByValue('comments')),
  sortRule('4.2-T5i', 'reactions', ['RV14'], sortedByValue('reactions')),
  must(
    '4.2-R2a',
    'An offset of exactly 1,000,000 is accepted.',
    'anything but 400',
    ['RV16'],
    each((answer) => (answer.status === 400 ? fails('answered 400') : holds)),
  ),
  must(
    '4.2-R3',
    'Any role is accepted for any organization.',
    '200',
    ['RV11', 'RV12'],
    answeredWith(200),
  ),
  must(
    '4.2-R4',
    'Rows without a value come first upward and last downward.',
    'nulls at their end',
    ['RV8', 'RV9', 'RV24'],
    eachOf(rosterValid, emptyValuesAtEnd),
  ),
  must(
    '4.2-S1',
    'The roster and its filters select the members that the facts give.',
    'the totalCount that the facts give',
    rosterValid,
    pagesOfFacts(expectedIds),
    seeded,
  ),
  must(
    '4.2-S2',
    'The order of the roster is the published one, ties included.',
    'the ids in the order that the facts give',
    rosterValid,
    pagesOfFacts(expectedOrder),
    seeded,
  ),
  ...Object.entries(columnRules).map(([column, id]) =>
    must(
      id,
      `${column} of a row is what the facts give.`,
      'the value that the facts give',
      rosterValid,
      pagesOfFacts(expectedColumn(column)),
      seeded,
    ),
  ),
  must(
    '2.8-T9c',
    'Time spent on a board counts for lastActivityDate; viewing alone makes nobody active.',
    'the dates and standings that the facts give',
    ['RV2', 'RV18', 'RV19'],
    all(each(expectedColumn('lastActivityDate')), each(expectedColumn('active'))),
    seeded,
  ),
];
