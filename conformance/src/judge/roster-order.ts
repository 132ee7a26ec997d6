import { listOf, shown } from '../model/json.js';
import { breach, holds, holdsIf, type Look, silent, unusable, whenServed } from './judges.js';
import { columnOf, emptyAtTheirEnd, inOrder } from './order.js';
import { isReady, parametersOf, rowsOf } from './roster-answer.js';
import type { Answer } from './sight.js';

const isDescending = (answer: Answer): boolean =>
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
    if (new Set(values.filter((value) => value !== null)).size < 2) return silent('all are equal');
    return holdsIf(inOrder(values, isDescending(answer)), () => `${column} is ${shown(values)}`);
  });

/**
 * Rows are in an order of text that some collation gives. Services have collations that the suite does
 * not know: only facts, which come with an order, make another one a failure (4.2).
 */
export const sortedByText = (column: string): Look =>
  readyRows((answer, { run }) => {
    const { collations, disorder } = answer.exchange.answer?.sightings ?? {};
    if (collations === undefined) return silent('a text is too long to be compared');
    if (listOf(collations).length > 0) return holds;
    const rows = rowsOf(answer);
    const [before, row] = [rows[Number(disorder) - 1], rows[Number(disorder)]];
    const pair =
      before === undefined || row === undefined
        ? shown(columnOf(rows, column))
        : `${before.id} is before ${row.id} at ${row.pointer}`;
    const why = `${column} is in no order that a known collation gives: ${pair}`;
    return run.facts === null ? unusable(why) : breach(why);
  });

/**
 * Rows with the same role are together. Owners are shown as `admin`, and whether the order is that of the
 * shown role is open: these rows may be in two places.
 */
export const sortedByRole: Look = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), 'userType');
  if (new Set(values).size < 2) return silent('there are fewer than two roles');
  const places = values.filter((value, at) => value !== values[at - 1]);
  const admins = places.filter((role) => role === 'admin');
  const others = places.filter((role) => role !== 'admin');
  const isGrouped = admins.length <= 2 && new Set(others).size === others.length;
  return holdsIf(isGrouped, () => `equal values stand apart: ${shown(values)}`);
});

const sortColumn = (answer: Answer): string => parametersOf(answer.request).get('sort') ?? 'name';

/** Rows without a value come first upward and last downward. */
export const emptiesStand: Look = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), sortColumn(answer));
  if (!values.includes(null)) return silent('every row has a value');
  return holdsIf(
    emptyAtTheirEnd(values, isDescending(answer)),
    () => `${sortColumn(answer)} is ${shown(values)}`,
  );
});
