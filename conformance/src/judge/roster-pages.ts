import type { History } from '../model/history.js';
import { canonical, listOf, shown } from '../model/json.js';
import type { Judge } from '../model/rule.js';
import { heaviest } from '../model/verdict.js';
import { walkPagesMax } from '../probes/roster-probes.js';
import { allEqual, allHold, type Comparison, present, rowsIn, totalIn } from './across.js';
import { allOf, eachOf, holdsIf, type Look, served, silent, whenServed } from './judges.js';
import { columnOf, emptyAtTheirEnd, grouped, inOrder } from './order.js';
import { isReady, metaNumber, parametersOf, type Row, rowsOf } from './roster-answer.js';
import { lookAtRows } from './roster-rows.js';
import { sightOf } from './sight.js';

const isDescending = (answer: Parameters<Look>[0]): boolean =>
  parametersOf(answer.request).get('order') === 'desc';

const readyRows = (look: Look): Look =>
  whenServed((answer, history) => {
    if (!isReady(answer)) return silent('the roster failed');
    return rowsOf(answer).length < 2 ? silent('fewer than two rows') : look(answer, history);
  });

/** Rows are in the order of a column of numbers or dates. */
export const sortedByValue = (column: string): Look =>
  readyRows((answer) => {
    const values = columnOf(rowsOf(answer), column);
    return holdsIf(inOrder(values, isDescending(answer)), () => `${column} is ${shown(values)}`);
  });

/** Rows are in an order of text that some collation gives. */
export const sortedByText = (column: string): Look =>
  readyRows((answer) => {
    const { collations } = answer.exchange.answer?.sightings ?? {};
    return holdsIf(
      collations === undefined || listOf(collations).length > 0,
      () =>
        `${column} is in no order that a collation gives: ${shown(columnOf(rowsOf(answer), column))}`,
    );
  });

/** Rows with the same value are together. */
export const sortedInGroups = (column: string): Look =>
  readyRows((answer) => {
    const values = columnOf(rowsOf(answer), column);
    return holdsIf(grouped(values), () => `equal values stand apart: ${shown(values)}`);
  });

const sortColumn = (answer: Parameters<Look>[0]): string =>
  parametersOf(answer.request).get('sort') ?? 'name';

/** Rows without a value come first upward and last downward. */
export const emptiesStand: Look = readyRows((answer) => {
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
  const parameters = parametersOf(answer.request);
  const asked = [...parameters.getAll('userType[]'), ...parameters.getAll('userType')];
  return holdsIf(
    asked.includes(String(row.attributes['userType'])),
    () =>
      `${row.pointer} has userType ${shown(row.attributes['userType'])}, asked for ${asked.join(', ')}`,
  );
});

/** Every row contains what was searched for. */
export const searchHolds: Look = whenServed((answer) => {
  const { matches } = answer.exchange.answer?.sightings ?? {};
  if (matches === undefined || matches.length === 0) return silent('nothing was found');
  const odd = matches.indexOf(false);
  return holdsIf(odd === -1, () => `/data/${odd} contains the words neither in name nor in email`);
});

/** The rows of the whole roster that meet a filter, as its own rows show them, were counted. */
const countedAsSeen = (
  history: History,
  probe: string,
  meets: (row: Row, request: URLSearchParams) => boolean,
): readonly (Comparison | null)[] => {
  const [whole, page] = [rowsIn(history, 'RV2'), rowsIn(history, probe)];
  const [all, total] = [totalIn(history, 'RV2'), totalIn(history, probe)];
  if (whole === null || page === null || total === null || whole.rows.length !== all?.value)
    return [];
  const parameters = parametersOf(page.answer.request);
  const count = whole.rows.filter((row) => meets(row, parameters)).length;
  return [
    {
      holds: total.value === count,
      trivial: count === 0,
      says: `totalCount of ${probe} is ${total.value}, ${count} rows of RV2 meet its filter`,
      answers: [whole.answer, page.answer],
    },
  ];
};

/** Rows that meet a filter, and as many of them as the whole roster shows. */
const filtered =
  (
    probes: readonly string[],
    look: Look,
    meets: (row: Row, request: URLSearchParams) => boolean,
  ): Judge =>
  (history) => {
    const counted = present(probes.flatMap((probe) => countedAsSeen(history, probe, meets)));
    const broken = counted.filter((comparison) => !comparison.holds);
    return heaviest([
      eachOf(probes, look)(history),
      ...(broken.length === 0 ? [] : [allHold(history, probes, broken, 'across')]),
    ]);
  };

const hasRole = (row: Row, request: URLSearchParams): boolean =>
  [...request.getAll('userType[]'), ...request.getAll('userType')].includes(
    String(row.attributes['userType']),
  );

/** All rows, and as many as the whole roster shows, have a status. */
export const statusFiltered = (probe: string, active: boolean): Judge =>
  filtered([probe], statusHolds(active), (row) => row.attributes['active'] === active);

/** All rows, and as many as the whole roster shows, have the roles that were asked for. */
export const rolesFiltered = (probes: readonly string[]): Judge =>
  filtered(probes, userTypesHold, hasRole);

/** Without brackets a single value is a filter like any other. */
export const bareValuesHold: Judge = (history) =>
  heaviest([
    served(['RV5', 'RV10'])(history),
    eachOf(['RV5'], statusHolds(true))(history),
    eachOf(['RV10'], userTypesHold)(history),
  ]);

/** Each filter of a page holds for each of its rows. */
const filtersHold: Look = (answer, history) => {
  const isActive = parametersOf(answer.request).get('status[]') === 'active';
  const looks = [statusHolds(isActive), userTypesHold, searchHolds];
  return allOf(looks.map((look) => look(answer, history)));
};

/** The rows that meet all filters, as the whole roster shows them, are those that were counted. */
const filtersCount = (history: History): readonly Comparison[] => {
  const page = rowsIn(history, 'RV22');
  const found = page?.answer.exchange.sent.knows['foundIds'];
  const total = totalIn(history, 'RV22');
  if (page === null || total === null || !Array.isArray(found)) return [];
  const strange = page.rows.find((row) => !found.includes(row.id));
  return [
    {
      holds: strange === undefined && total.value === found.length,
      trivial: false,
      says: `${found.length} rows of the whole roster meet all filters, totalCount is ${total.value}${strange === undefined ? '' : `, and ${strange.id} is none of them`}`,
      answers: [page.answer],
    },
  ];
};

/** All filters of a page hold, for each row and for the total. */
export const filtersMeet: Judge = (history) =>
  heaviest([
    eachOf(['RV22'], filtersHold)(history),
    ...[filtersCount(history)]
      .filter((comparisons) => comparisons.length > 0)
      .map((comparisons) => allHold(history, ['RV22'], comparisons, 'across')),
  ]);

/** Every row of the whole roster that contains the words was found. */
export const searchFindsAll: Look = whenServed((answer) => {
  const found = answer.exchange.sent.knows['foundIds'];
  if (!Array.isArray(found) || !isReady(answer)) return silent('the whole roster was not seen');
  const ids = new Set(rowsOf(answer).map((row) => row.id));
  if ((metaNumber(answer, 'totalCount') ?? 0) > rowsOf(answer).length)
    return silent('not one page');
  const lost: unknown = found.find((id) => !ids.has(String(id)));
  return holdsIf(lost === undefined, () => `${String(lost)} contains the words and was not found`);
});

/** A made-up word finds nothing. */
export const searchFindsNobody: Look = whenServed((answer) =>
  holdsIf(
    rowsOf(answer).length === 0,
    () => `${rowsOf(answer).length} rows contain a made-up word`,
  ),
);

/** Both statuses find as many as no status. */
export const bothAreNone: Judge = (history) =>
  allEqual(
    history,
    ['RV2', 'RV7'],
    present(['RV2', 'RV7'].map((probe) => totalIn(history, probe))),
  );

/** By default the roster is the first 25 by name upward: as far as keys tell (ties are open). */
export const defaultsHold: Judge = (history) => {
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

/** A column downward is the reverse of the column upward. */
export const reversed =
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

/** The pages of a walk. */
export const walkProbes = Array.from({ length: walkPagesMax }, (_, index) => `RW${index + 1}`);

/** Not answered: pending, left to the next hour, or lost on the way. */
const isToCome = (history: History, probe: string): boolean => {
  const sight = sightOf(history, probe);
  return !sight.seen && sight.why.reason !== 'notExercised';
};

/** The pages of a walk have no row in common and, walked to the end, as many as totalCount. */
export const walkIsWhole: Judge = (history) => {
  const steps = present(walkProbes.map((probe) => rowsIn(history, probe)));
  const [first] = steps;
  const total = first === undefined ? null : metaNumber(first.answer, 'totalCount');
  const size = first === undefined ? null : metaNumber(first.answer, 'perPage');
  if (first === undefined || total === null || size === null) {
    return allHold(history, walkProbes, [], 'across');
  }
  const ids = steps.flatMap((step) => step.rows.map((row) => row.id));
  const pages = Math.ceil(total / size);
  const isWhole = pages <= walkPagesMax;
  const unseen = walkProbes.slice(0, pages).find((probe) => isToCome(history, probe));
  const distinct = new Set(ids).size;
  const answers = steps.map((step) => step.answer);
  // The rows of a page that is still to come are not missing.
  if (unseen !== undefined && distinct === ids.length) {
    return allHold(history, [unseen], [], 'across');
  }
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
        holds: !isWhole || unseen !== undefined || ids.length === total,
        trivial: ids.length < 2,
        says: `the walk has ${ids.length} rows, totalCount is ${total}`,
        answers,
      },
    ],
    'across',
  );
};
