import { numberText } from '../model/format.js';
import type { Bar } from '../model/picture.js';

const [rowHeight, labelShare, end] = [26, 0.42, 70];

const cut = (text: string, most: number): string => {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};

/** Bars with names and figures as one drawing, for files. The page shows them as a list. */
export const BarsChart = ({
  bars,
  width,
}: {
  readonly bars: readonly Bar[];
  readonly width: number;
}) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const left = width * labelShare;
  const height = Math.max(1, bars.length) * rowHeight;
  return (
    <svg class="bars-chart" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      {bars.map(({ id, label, value }, at) => {
        const middle = at * rowHeight + rowHeight / 2;
        const length = ((width - left - end) * value) / most;
        return (
          <g key={id}>
            <text class="label" x={left - 8} y={middle} dy="0.32em" text-anchor="end">
              {cut(label, 38)}
            </text>
            <rect class="bar" x={left} y={middle - 8} width={length} height={16} rx={3} />
            <text class="axis" x={left + length + 6} y={middle} dy="0.32em">
              {numberText(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
