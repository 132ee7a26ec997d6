import { type AnyFigure, propertiesText, slicesOf } from './figure-rows.js';

interface Point {
  readonly month: string;
  readonly value: number;
}

const eighths = ['', '\u258f', '\u258e', '\u258d', '\u258c', '\u258b', '\u258a', '\u2589'];
const full = '\u2588';
const widthMin = 20;
const widthMax = 60;
/** The width where the terminal does not say. */
const columnsOtherwise = 80;

/** A bar of so many columns, exact to an eighth of one; what is above zero is seen. */
const barOf = (share: number, width: number): string => {
  const parts = Math.round(share * width * 8);
  const seen = share > 0 ? Math.max(1, parts) : 0;
  return full.repeat(Math.floor(seen / 8)) + (eighths[seen % 8] ?? '');
};

const pointsOf = (data: unknown): readonly Point[] => {
  if (!Array.isArray(data)) return [];
  return (data as readonly Readonly<Record<string, unknown>>[]).flatMap(({ month, ...figures }) => {
    const [value] = Object.values(figures);
    return typeof month === 'string' && typeof value === 'number' ? [{ month, value }] : [];
  });
};

const chartOf = (title: string, points: readonly Point[], columns: number): string => {
  const most = Math.max(...points.map(({ value }) => value));
  const width = Math.max(widthMin, Math.min(widthMax, columns - String(most).length - 12));
  const lines = points.map(
    ({ month, value }) => `${month}  ${barOf(most === 0 ? 0 : value / most, width)} ${value}`,
  );
  return `\n${title}\n${lines.join('\n')}\n`;
};

/** The series of an answer as bar charts, one below the other; nothing for other figures. */
export const monthCharts = (figures: readonly AnyFigure[], columns = columnsOtherwise): string =>
  figures
    .flatMap((figure) =>
      slicesOf(figure).map(([by, data]) => {
        const points = pointsOf(data);
        const title = [figure.name, propertiesText(figure.properties), by]
          .filter(Boolean)
          .join(' ');
        return points.length === 0 ? '' : chartOf(title, points, columns);
      }),
    )
    .join('');
