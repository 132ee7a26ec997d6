import { type AnyFigure, figureColumns, figureRows } from './figure-rows.js';
import { tableOf } from './formats.js';

/** Whether a figure is one value, or failed: such figures share a table, a row each. */
const isPlain = (figure: AnyFigure): boolean => {
  const rows = figureRows(figure);
  return rows.length === 1 && Object.keys(rows[0]!).every((column) => plainColumns.has(column));
};

const plainColumns: ReadonlySet<string> = new Set([
  'metric',
  'properties',
  'by',
  'value',
  'failed',
]);

const listColumns = figureColumns.filter((column) => column !== 'metric');

/** Figures as tables: one for all that are a single value, then one below its name for each metric. */
export const figureTables = (figures: readonly AnyFigure[], lineWidth?: number): string => {
  const plain = figures.filter(isPlain).flatMap(figureRows);
  const others = figures.filter((figure) => !isPlain(figure));
  const names = [...new Set(others.map(({ name }) => name))];
  const tables = names.map((name) => {
    const rows = others.filter((figure) => figure.name === name).flatMap(figureRows);
    return `${name}\n${rows.length === 0 ? 'none\n' : tableOf(listColumns, rows, lineWidth)}`;
  });
  return [...(plain.length > 0 ? [tableOf(figureColumns, plain, lineWidth)] : []), ...tables].join(
    '\n',
  );
};
