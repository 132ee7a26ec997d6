import { listOf, shown } from '../../model/json.js';
import { type Check, fails, holds, holdsIf, notExercised, prerequisiteFails } from '../check.js';
import type { Answer } from '../evidence.js';
import { parametersOf, type Row, rowsOf } from './answer.js';
import { whenReady } from './rows.js';

/** A value to sort by; no value is `null` or the empty text (4.2.4). */
type SortValue = string | number | null;

/** The values of a column down a page. */
export const columnOf = (rows: readonly Row[], name: string): readonly SortValue[] =>
  rows.map((row) => {
    const value = row.attributes[name];
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
  });

/** True when what has no value is first upward and last downward (4.2.4). */
const emptyAtTheirEnd = (values: readonly SortValue[], descending: boolean): boolean => {
  const upward = descending ? values.toReversed() : values;
  return upward.every((value, index) => value !== null || (upward[index - 1] ?? null) === null);
};

/** True when the values that there are do not go against the order. */
const inOrder = (values: readonly SortValue[], descending: boolean): boolean => {
  const valued = values.filter((value) => value !== null);
  return valued.every((value, index) => {
    const before = valued[index - 1];
    if (before === undefined || typeof before !== typeof value) return true;
    return descending ? before >= value : before <= value;
  });
};

const isDescending = (answer: Answer): boolean =>
  parametersOf(answer.request).get('order') === 'desc';

const readyRows = (check: Check): Check =>
  whenReady((answer, history) =>
    rowsOf(answer).length < 2 ? notExercised('fewer than two rows') : check(answer, history),
  );

/** Rows are in the order of a column of numbers or dates. */
export const sortedByValue = (column: string): Check =>
  readyRows((answer) => {
    const values = columnOf(rowsOf(answer), column);
    if (new Set(values.filter((value) => value !== null)).size < 2)
      return notExercised('all are equal');
    return holdsIf(inOrder(values, isDescending(answer)), () => `${column} is ${shown(values)}`);
  });

/**
 * Rows are in an order of text that some collation gives. Services have collations that the suite does
 * not know: only facts, which come with an order, make another one a failure (4.2).
 */
export const sortedByText = (column: string): Check =>
  readyRows((answer, { run }) => {
    const { collations, disorder } = answer.exchange.answer?.sightings ?? {};
    if (collations === undefined) return notExercised('a text is too long to be compared');
    if (listOf(collations).length > 0) return holds;
    const rows = rowsOf(answer);
    const [before, row] = [rows[Number(disorder) - 1], rows[Number(disorder)]];
    const pair =
      before === undefined || row === undefined
        ? shown(columnOf(rows, column))
        : `${before.id} is before ${row.id} at ${row.pointer}`;
    const why = `${column} is in no order that a known collation gives: ${pair}`;
    return run.facts === null ? prerequisiteFails(why) : fails(why);
  });

/**
 * Rows with the same role are together. Owners are shown as `admin`, and whether the order is that of the
 * shown role is open: these rows may be in two places.
 */
export const sortedByRole: Check = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), 'userType');
  if (new Set(values).size < 2) return notExercised('there are fewer than two roles');
  const places = values.filter((value, at) => value !== values[at - 1]);
  const admins = places.filter((role) => role === 'admin');
  const others = places.filter((role) => role !== 'admin');
  const isGrouped = admins.length <= 2 && new Set(others).size === others.length;
  return holdsIf(isGrouped, () => `equal values stand apart: ${shown(values)}`);
});

const sortColumn = (answer: Answer): string => parametersOf(answer.request).get('sort') ?? 'name';

/** Rows without a value come first upward and last downward. */
export const emptyValuesAtEnd: Check = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), sortColumn(answer));
  if (!values.includes(null)) return notExercised('every row has a value');
  return holdsIf(
    emptyAtTheirEnd(values, isDescending(answer)),
    () => `${sortColumn(answer)} is ${shown(values)}`,
  );
});
