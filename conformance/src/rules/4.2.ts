import { allEqual, allHold, type Comparison, present, rowsIn, totalIn } from '../judge/across.js';
import { expectedColumn, expectedIds, expectedOrder } from '../judge/expected.js';
import {
  breach,
  eachOf,
  holds,
  holdsIf,
  type Look,
  refusedWith,
  served,
  silent,
  whenServed,
} from '../judge/judges.js';
import { columnOf, emptyAtTheirEnd, grouped, inOrder } from '../judge/order.js';
import { isReady, metaNumber, parametersOf, rosterValid, rowsOf } from '../judge/roster-answer.js';
import { canonical, listOf, shown } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { walkPagesMax } from '../probes/roster-probes.js';
import { lookAtRows } from './2.8.js';
import { inferred, must } from './rule.js';

const refused = (level: typeof must, id: string, probe: string, clause: string): Rule =>
  level(id, clause, '400', [probe], refusedWith(probe, 400));

const isDescending = (answer: Parameters<Look>[0]): boolean =>
  parametersOf(answer.request).get('order') === 'desc';

const readyRows = (look: Look): Look =>
  whenServed((answer, history) => {
    if (!isReady(answer)) return silent('the roster failed');
    return rowsOf(answer).length < 2 ? silent('fewer than two rows') : look(answer, history);
  });

const sortedByValue = (column: string): Look =>
  readyRows((answer) => {
    const values = columnOf(rowsOf(answer), column);
    return holdsIf(inOrder(values, isDescending(answer)), () => `${column} is ${shown(values)}`);
  });

const sortedByText = (column: string): Look =>
  readyRows((answer) => {
    const { collations } = answer.exchange.answer?.sightings ?? {};
    return holdsIf(
      collations === undefined || listOf(collations).length > 0,
      () =>
        `${column} is in no order that a collation gives: ${shown(columnOf(rowsOf(answer), column))}`,
    );
  });

const sortedInGroups = (column: string): Look =>
  readyRows((answer) => {
    const values = columnOf(rowsOf(answer), column);
    return holdsIf(grouped(values), () => `equal values stand apart: ${shown(values)}`);
  });

const sortRule = (id: string, column: string, probes: readonly string[], look: Look): Rule =>
  must(
    id,
    `The roster is sorted by ${column} when that is asked for.`,
    `rows in the order of ${column}`,
    probes,
    eachOf(probes, look),
  );

const sortColumn = (answer: Parameters<Look>[0]): string =>
  parametersOf(answer.request).get('sort') ?? 'name';

const emptiesStand: Look = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), sortColumn(answer));
  if (!values.includes(null)) return silent('every row has a value');
  return holdsIf(
    emptyAtTheirEnd(values, isDescending(answer)),
    () => `${sortColumn(answer)} is ${shown(values)}`,
  );
});

const statusHolds = (active: boolean): Look =>
  lookAtRows((row) =>
    holdsIf(
      row.attributes['active'] === active,
      () => `${row.pointer} has active ${shown(row.attributes['active'])}`,
    ),
  );

const userTypesHold: Look = lookAtRows((row, answer) => {
  const asked = parametersOf(answer.request).getAll('userType[]');
  return holdsIf(
    asked.includes(String(row.attributes['userType'])),
    () =>
      `${row.pointer} has userType ${shown(row.attributes['userType'])}, asked for ${asked.join(', ')}`,
  );
});

const searchHolds: Look = whenServed((answer) => {
  const { matches } = answer.exchange.answer?.sightings ?? {};
  if (matches === undefined || matches.length === 0) return silent('nothing was found');
  const odd = matches.indexOf(false);
  return holdsIf(odd === -1, () => `/data/${odd} contains the words neither in name nor in email`);
});

const searchFindsAll: Look = whenServed((answer) => {
  const found = answer.exchange.sent.knows['foundIds'];
  if (!Array.isArray(found) || !isReady(answer)) return silent('the whole roster was not seen');
  const ids = new Set(rowsOf(answer).map((row) => row.id));
  if ((metaNumber(answer, 'totalCount') ?? 0) > rowsOf(answer).length)
    return silent('not one page');
  const lost = found.find((id) => !ids.has(String(id)));
  return holdsIf(lost === undefined, () => `${String(lost)} contains the words and was not found`);
});

const searchFindsNobody: Look = whenServed((answer) =>
  holdsIf(
    rowsOf(answer).length === 0,
    () => `${rowsOf(answer).length} rows contain a made-up word`,
  ),
);

const bothAreNone: Judge = (history) =>
  allEqual(
    history,
    ['RV2', 'RV7'],
    present(['RV2', 'RV7'].map((probe) => totalIn(history, probe))),
  );

/** By default the roster is the first 25 by name upward: as far as keys tell (ties are open). */
const defaultsHold: Judge = (history) => {
  const [plain, named] = ['RV1', 'RV2'].map((probe) => rowsIn(history, probe));
  if (plain === null || plain === undefined || named === null || named === undefined) {
    return allHold(history, ['RV1', 'RV2'], [], 'across');
  }
  const names = (rows: typeof plain.rows) => rows.slice(0, 25).map((row) => row.attributes['name']);
  const [left, right] = [names(plain.rows), names(named.rows)];
  const comparison: Comparison = {
    holds: canonical(left) === canonical(right),
    trivial: left.length < 2,
    says: `${left.length} names without parameters are the first of ${right.length} by name`,
    answers: [plain.answer, named.answer],
  };
  return allHold(history, ['RV1', 'RV2'], [comparison], 'across');
};

const reversed =
  (column: string, up: string, down: string): Judge =>
  (history) => {
    const [first, second] = [rowsIn(history, up), rowsIn(history, down)];
    if (first === null || second === null) return allHold(history, [up, down], [], 'across');
    const total = totalIn(history, up)?.value ?? 0;
    const [left, right] = [
      columnOf(first.rows, column),
      columnOf(second.rows, column).toReversed(),
    ];
    // Of a longer roster the two pages show different ends.
    const comparisons =
      total > first.rows.length
        ? []
        : [
            {
              holds: canonical(left) === canonical(right),
              trivial: left.length < 2,
              says: `${column} upward ${shown(left)} is the reverse of downward ${shown(right)}`,
              answers: [first.answer, second.answer],
            },
          ];
    return allHold(history, [up, down], comparisons, 'across');
  };

const walkProbes = Array.from({ length: walkPagesMax }, (_, index) => `RW${index + 1}`);

/** The pages of a walk have no row in common and, walked to the end, as many as totalCount. */
const walkIsWhole: Judge = (history) => {
  const steps = present(walkProbes.map((probe) => rowsIn(history, probe)));
  const [first] = steps;
  const total = first === undefined ? null : metaNumber(first.answer, 'totalCount');
  const size = first === undefined ? null : metaNumber(first.answer, 'perPage');
  if (first === undefined || total === null || size === null) {
    return allHold(history, walkProbes, [], 'across');
  }
  const ids = steps.flatMap((step) => step.rows.map((row) => row.id));
  const isWhole = Math.ceil(total / size) <= walkPagesMax;
  const distinct = new Set(ids).size;
  const answers = steps.map((step) => step.answer);
  return allHold(
    history,
    walkProbes,
    [
      {
        holds: distinct === ids.length,
        trivial: ids.length < 2,
        says: `${ids.length} rows of the walk have ${distinct} ids`,
        answers,
      },
      {
        holds: !isWhole || ids.length === total,
        trivial: ids.length < 2,
        says: `the walk has ${ids.length} rows, totalCount is ${total}`,
        answers,
      },
    ],
    'across',
  );
};

const columns = [
  'name',
  'username',
  'email',
  'userType',
  'active',
  'signupDate',
  'lastActivityDate',
  'boards',
  'posts',
  'comments',
  'reactions',
] as const;

const seeded = { need: 'seeded' } as const;

const rejections: readonly (readonly [string, string, string])[] = [
  ['4.2-R1a', 'RN1', 'perPage above 100 is refused, not clamped.'],
  ['4.2-R1b', 'RN2', 'perPage zero is refused, not clamped.'],
  ['4.2-R1c', 'RN3', 'Page zero is refused.'],
  ['4.2-R1d', 'RN4', 'A negative page is refused.'],
  ['4.2-R1e', 'RN5', 'An unknown sort is refused.'],
  ['4.2-R1f', 'RN6', 'An unknown order is refused.'],
  ['4.2-R1g', 'RN7', 'An unknown status is refused.'],
  ['4.2-R1h', 'RN8', 'An unknown userType is refused.'],
  ['4.2-R1j', 'RN11', 'from without to is refused.'],
  ['4.2-R1k', 'RN12', 'to without from is refused.'],
  ['4.2-R1l', 'RN13', 'A range of more than 24 months is refused.'],
  ['4.2-R1m', 'RN14', 'A range before January of five years ago is refused.'],
  ['4.2-R1n', 'RN15', 'A range after the current month is refused.'],
  ['4.2-R1o', 'RN16', 'A malformed month is refused.'],
  ['4.2-R2b', 'RN10', 'An offset above 1,000,000 is refused.'],
];

const inferredRejections: readonly (readonly [string, string, string])[] = [
  ['4.2-R1i', 'RN9', 'The owner alone cannot be asked for.'],
  ['4.2-R1p', 'RN17', 'A range does not end before it begins.'],
  ['4.2-R1q', 'RN18', 'A page that is no number is refused.'],
];

/** Section 4.2: the roster endpoint. */
export const section4_2: readonly Rule[] = [
  ...rejections.map(([id, probe, clause]) => refused(must, id, probe, clause)),
  ...inferredRejections.map(([id, probe, clause]) => refused(inferred, id, probe, clause)),
  must('4.2-T1', 'A single value may be sent without brackets.', '200', ['RV5'], served(['RV5'])),
  must(
    '4.2-T2',
    'Both statuses together are the same as none.',
    'equal totalCount',
    ['RV2', 'RV7'],
    bothAreNone,
  ),
  must(
    '4.2-T3a',
    'status=active selects active members.',
    'every row is active',
    ['RV5'],
    eachOf(['RV5'], statusHolds(true)),
  ),
  must(
    '4.2-T3b',
    'status=inactive selects inactive members.',
    'no row is active',
    ['RV6'],
    eachOf(['RV6'], statusHolds(false)),
  ),
  must(
    '4.2-T3c',
    'userType selects members by role.',
    'every row has a role that was asked for',
    ['RV10', 'RV11', 'RV12'],
    eachOf(['RV10', 'RV11', 'RV12'], userTypesHold),
  ),
  must(
    '4.2-T3d',
    'q selects members whose name or email contains it, whatever the case.',
    'every row contains it',
    ['RV13', 'RV14'],
    eachOf(['RV13', 'RV14'], searchHolds),
  ),
  must(
    '4.2-T3e',
    'q that nobody contains selects nobody.',
    'no rows',
    ['RV15'],
    eachOf(['RV15'], searchFindsNobody),
  ),
  must(
    '4.2-T4',
    'q finds every member whose name or email contains it, whatever the case.',
    'all rows of the roster that contain it',
    ['RV13', 'RV14'],
    eachOf(['RV13', 'RV14'], searchFindsAll),
  ),
  sortRule('4.2-T5a', 'name', ['RV2', 'RV14'], sortedByText('name')),
  sortRule('4.2-T5b', 'email', ['RV5'], sortedByText('email')),
  sortRule('4.2-T5c', 'userType', ['RV6'], sortedInGroups('userType')),
  sortRule('4.2-T5d', 'signupDate', ['RV7'], sortedByValue('signupDate')),
  sortRule('4.2-T5e', 'lastActivityDate', ['RV8', 'RV9'], sortedByValue('lastActivityDate')),
  sortRule('4.2-T5f', 'boards', ['RV10'], sortedByValue('boards')),
  sortRule('4.2-T5g', 'posts', ['RV11', 'RV12'], sortedByValue('posts')),
  sortRule('4.2-T5h', 'comments', ['RV18'], sortedByValue('comments')),
  sortRule('4.2-T5i', 'reactions', ['RV13'], sortedByValue('reactions')),
  must(
    '4.2-T6',
    'desc is the reverse of asc.',
    'the sort keys reversed',
    ['RV8', 'RV9'],
    reversed('lastActivityDate', 'RV8', 'RV9'),
  ),
  must(
    '4.2-T7',
    'By default the roster is sorted by name upward, 25 rows from page 1.',
    'the names of RV2, 25 of them',
    ['RV1', 'RV2'],
    defaultsHold,
  ),
  must(
    '4.2-R2a',
    'An offset of exactly 1,000,000 is accepted.',
    'anything but 400',
    ['RV16'],
    eachOf(['RV16'], (answer) => (answer.status === 400 ? breach('answered 400') : holds)),
  ),
  must(
    '4.2-R3',
    'Any role is accepted for any organization.',
    '200',
    ['RV11', 'RV12'],
    served(['RV11', 'RV12']),
  ),
  must(
    '4.2-R4',
    'Rows without a value come first upward and last downward.',
    'nulls at their end',
    rosterValid,
    eachOf(rosterValid, emptiesStand),
    { cover: 'any' },
  ),
  must(
    '4.2-R5a',
    'Walking the pages with the same parameters gives every row once.',
    'totalCount distinct ids',
    walkProbes,
    walkIsWhole,
  ),
  must(
    '4.2-S1',
    'The roster and its filters select the members that the facts give.',
    'the totalCount that the facts give',
    rosterValid,
    expectedIds(rosterValid),
    seeded,
  ),
  must(
    '4.2-S2',
    'The order of the roster is the published one, ties included.',
    'the ids in the order that the facts give',
    rosterValid,
    expectedOrder(rosterValid),
    seeded,
  ),
  ...columns.map((column, index) =>
    must(
      `2.8-S${index + 1}`,
      `${column} of a row is what the facts give.`,
      'the value that the facts give',
      rosterValid,
      expectedColumn(rosterValid, column),
      seeded,
    ),
  ),
];
