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

type Pair = (before: SortValue, value: SortValue) => boolean;

/** The first row that is out of order after another, in words; `null` where all are in order. */
const disorder = (
  answer: Answer,
  column: string,
  isInOrder: Pair,
  isCompared: (value: SortValue) => boolean = () => true,
): string | null => {
  const descending = isDescending(answer);
  const rows = [...columnOf(rowsOf(answer), column).entries()].filter(([, value]) =>
    isCompared(value),
  );
  for (const [place, [index, value]] of rows.entries()) {
    const [before, first] = rows[place - 1] ?? [index, value];
    if (place === 0 || (descending ? isInOrder(value, first) : isInOrder(first, value))) continue;
    const way = descending ? 'descending' : 'ascending';
    return `${column}, ${way}: row ${index + 1} has ${shown(value ?? '')} after row ${before + 1} with ${shown(first ?? '')}`;
  }
  return null;
};

/** What has no value is first upward and last downward (4.2.4). */
const emptyFirst: Pair = (before, value) => before === null || value !== null;

/** Where there is no value, 4.2.4 has a rule of its own. */
const notFalling: Pair = (before, value) =>
  before === null || value === null || typeof before !== typeof value || before <= value;

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
    const odd = disorder(answer, column, notFalling, (value) => value !== null);
    return odd === null ? holds : fails(odd);
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
  return holdsIf(isGrouped, () => `a role comes again after another one: ${shown(places)}`);
});

const sortColumn = (answer: Answer): string => parametersOf(answer.request).get('sort') ?? 'name';

/** Rows without a value come first upward and last downward. */
export const emptyValuesAtEnd: Check = readyRows((answer) => {
  const values = columnOf(rowsOf(answer), sortColumn(answer));
  if (!values.includes(null)) return notExercised('every row has a value');
  const odd = disorder(answer, sortColumn(answer), emptyFirst);
  return odd === null ? holds : fails(odd);
});
