import { propertiesText, slicesOf } from '@tallyboard/core/engine';
import stringWidth from 'string-width';
import { grouped } from '../progress.js';
import { type AnyFigure, figureRows } from './figure-rows.js';
import { type Cell, fittingColumns, type Row, tableOf } from './formats.js';
import { plainText } from './plain-text.js';

/** A pipe or a file has no width. */
const unbounded = 10_000;

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A series as one line of bars from 0 to its highest value. */
export const sparkline = (values: readonly number[]): string => {
  const most = Math.max(...values, 1);
  return values
    .map((value) => (value === 0 ? ' ' : bars[Math.ceil((value / most) * bars.length) - 1]))
    .join('');
};

const text = (cell: Cell | undefined): string =>
  typeof cell === 'number' ? grouped(cell) : plainText(String(cell ?? '-'));

/** The properties of a figure that distinguish it from others of the same metric. */
const labelOf = ({ name, properties }: AnyFigure, isAlone: boolean): string => {
  const words = isAlone ? '' : propertiesText(properties);
  return words === '' ? name : `${name}:${words}`;
};

/** As many of the parts as fit into a line, and how many more there are; at least the first. */
const fitted = ([first = 'none', ...others]: readonly string[], width: number): string => {
  let line = first;
  for (const [index, part] of others.entries()) {
    const more = `, +${others.length - index}`;
    const isLast = index === others.length - 1;
    const next = `${line}, ${part}`;
    const end = isLast ? '' : `, +${others.length - index - 1}`;
    if (stringWidth(next + end) > width) return line + more;
    line = next;
  }
  return line;
};

/** A figure in one line, or in one for each list of items that it has. */
const linesOf = (figure: AnyFigure, width: number): readonly string[] => {
  const rows = figureRows(figure);
  const parts = rows.map(({ failed, item, figure: field, value, by }) => {
    if (failed !== undefined) return { list: '', text: `failed: ${text(failed)}` };
    const isList = item != null && by != null;
    const about = [isList ? null : by, item ?? field].filter((word) => word != null);
    return {
      list: isList ? `${text(by)}: ` : '',
      text: [...about.map(text), isList ? `(${text(value)})` : text(value)].join(' '),
    };
  });
  const lists = new Set(parts.map(({ list }) => list));
  if (lists.size === 0) return ['none'];
  return [...lists].map((list) => {
    const own = parts.filter((part) => part.list === list).map((part) => part.text);
    return list + fitted(own, width - list.length);
  });
};

/** One line for each figure, two for some. */
export const overviewTable = (figures: readonly AnyFigure[], lineWidth = unbounded): string => {
  const width = Math.max(...figures.map(({ name }) => name.length)) + 2;
  return figures
    .flatMap((figure) =>
      linesOf(figure, lineWidth - width).map(
        (line, index) => `${(index === 0 ? figure.name : '').padEnd(width)}${line}\n`,
      ),
    )
    .join('');
};

const detailColumns = ['by', 'item', 'figure', 'value', 'id'];

/** Figures that were asked for by name: values in one table, lists in a table of their own. */
export const figureTables = (figures: readonly AnyFigure[], lineWidth?: number): string => {
  const isAlone = (figure: AnyFigure): boolean =>
    figures.every((other) => other === figure || other.name !== figure.name);
  const details = figures.map((figure) => {
    const rows = figureRows(figure);
    const isList = rows.length === 0 || rows.some(({ item, figure: field }) => item ?? field);
    return { label: labelOf(figure, isAlone(figure)), rows, isList };
  });
  const values = details
    .filter(({ isList }) => !isList)
    .flatMap(({ label, rows }) =>
      rows.map(
        ({ by, value, failed }): Row => ({
          metric: by ? `${label} ${by}` : label,
          value: value ?? null,
          failed: failed ?? null,
        }),
      ),
    );
  const lists = details
    .filter(({ isList }) => isList)
    .map(({ label, rows }) => {
      const fields = new Set(rows.map(({ figure }) => figure));
      // One field for all rows needs no column.
      const columns = detailColumns.filter((column) => column !== 'figure' || fields.size > 1);
      return `${label}\n${rows.length === 0 ? 'none\n' : tableOf(columns, rows, lineWidth)}`;
    });
  const first = tableOf(['metric', 'value', 'failed'], values, lineWidth);
  return [...(first === '' ? [] : [first]), ...lists].join('\n');
};

/** A figure by month. */
interface Series {
  readonly label: string;
  readonly values: ReadonlyMap<string, number>;
}

const seriesOf = ({ data: all, ...figure }: AnyFigure, isAlone: boolean): readonly Series[] =>
  slicesOf({ ...figure, data: all }).map(([by, data]) => ({
    label: [labelOf(figure, isAlone || by !== null), by].filter(Boolean).join(' '),
    values: new Map(
      (Array.isArray(data) ? data : []).map(({ month, ...rest }: Record<string, unknown>) => [
        String(month),
        Number(Object.values(rest)[0]),
      ]),
    ),
  }));

/** Series as months by metrics, each with its line of bars; as many tables as the width needs. */
export const monthTables = (figures: readonly AnyFigure[], lineWidth = unbounded): string => {
  const ready = figures.filter(({ status }) => status === 'ready');
  const series = ready.flatMap((figure) =>
    seriesOf(
      figure,
      ready.every((other) => other === figure || other.name !== figure.name),
    ),
  );
  const months = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort();
  const rows: readonly Row[] = [
    ...months.map((month) => ({
      month,
      ...Object.fromEntries(series.map(({ label, values }) => [label, values.get(month) ?? null])),
    })),
    {
      month: '',
      ...Object.fromEntries(
        series.map(({ label, values }) => [
          label,
          sparkline(months.map((month) => values.get(month) ?? 0)),
        ]),
      ),
    },
  ];
  const tables: string[] = [];
  let left = series.map(({ label }) => label);
  while (left.length > 0) {
    const columns = fittingColumns(['month', ...left], rows, lineWidth);
    tables.push(tableOf(columns, rows));
    left = left.slice(columns.length - 1);
  }
  const failed = figures
    .filter(({ status }) => status === 'failed')
    .map((figure) => `${labelOf(figure, false)}  ${linesOf(figure, lineWidth).join('')}\n`);
  return [...tables, ...(failed.length === 0 ? [] : [failed.join('')])].join('\n');
};
