import { line } from 'd3-shape';

/** One row: a name, what it is, and its months where it has some. */
export interface FigureRow {
  readonly label: string;
  readonly text: string;
  readonly months?: readonly number[] | null;
}

const [rowHeight, labelShare, lineShare, lineHeight, margin] = [34, 0.28, 0.72, 22, 8];

const monthsPath = (months: readonly number[], left: number, width: number, middle: number) => {
  const most = Math.max(1, ...months);
  const path = line<number>(
    (_, at) => left + (at * width) / (months.length - 1),
    (value) => middle + lineHeight / 2 - (value * lineHeight) / most,
  );
  return path([...months]) ?? '';
};

/** Single figures as one drawing, for files. The page shows them as cards and lists. */
export const FiguresChart = ({
  rows,
  width,
}: {
  readonly rows: readonly FigureRow[];
  readonly width: number;
}) => {
  const height = Math.max(1, rows.length) * rowHeight;
  const left = width * lineShare;
  return (
    <svg class="figures-chart" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      {rows.map(({ label, text, months = null }, at) => {
        const middle = at * rowHeight + rowHeight / 2;
        return (
          <g key={label}>
            <text class="axis" x={margin} y={middle} dy="0.32em">
              {label}
            </text>
            <text class="label" x={width * labelShare} y={middle} dy="0.32em">
              {text}
            </text>
            {months === null || months.length < 2 ? null : (
              <path class="line now" d={monthsPath(months, left, width - left - margin, middle)} />
            )}
          </g>
        );
      })}
    </svg>
  );
};
