import type { TimelineEntry } from '../../model/report.js';
import { type Markup, markup } from '../markup.js';
import { duration, utcMoment } from '../moments.js';
import { visible } from '../visible-text.js';
import type { TimeScale } from './time-scale.js';

/** The drawing's size in its own units. */
const chartWidth = 1000;
const left = 40;
const right = 14;
/** The width that a time scale fills. */
export const plotWidth = chartWidth - left - right;
const top = 20;
const plotHeight = 110;
const height = top + plotHeight + 24;
const hourMs = 3_600_000;

/** A request with its moment as a number. */
export interface TimedEntry extends TimelineEntry {
  readonly time: number;
}

/** Kinds of answers, each with a shape of its own around a point. */
export const markShapes = {
  served: { label: 'answered', path: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0' },
  pending: { label: 'still computing (202)', path: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0' },
  refused: { label: 'refused (4xx)', path: 'M-3-3h6v6h-6z' },
  quota: { label: 'allowance used up (429)', path: 'M0-5.5L5.5 0L0 5.5L-5.5 0z' },
  broken: { label: 'no answer, or 5xx', path: 'M-4-4L4 4M4-4L-4 4' },
} as const;

const shapeOf = (status: number | null): keyof typeof markShapes => {
  if (status === null || status >= 500) return 'broken';
  if (status === 429) return 'quota';
  if (status >= 400) return 'refused';
  return status === 202 ? 'pending' : 'served';
};

const describe = (entry: TimedEntry): string =>
  visible(
    `#${entry.seq} ${entry.probe}, ${entry.purpose}: ${entry.status ?? 'no answer'}, ${utcMoment(entry.at)}, ${duration(entry.elapsedMs)}`,
    200,
  );

const px = (value: number): string => (Math.round(value * 10) / 10).toString();

/** How many requests of this allowance lie within the hour that ends with each. */
const usedWithinHour = (entries: readonly TimedEntry[]): readonly number[] =>
  entries.map(
    ({ time }, index) =>
      entries.slice(0, index + 1).filter((before) => before.time > time - hourMs).length,
  );

const pauseBands = (scale: TimeScale): readonly Markup[] =>
  scale.pauses.map(({ x, width, from, to }) => {
    const label =
      width >= 34 &&
      markup`<text x="${px(left + x + width / 2)}" y="13" class="pause-label">${duration(to - from)}</text>`;
    return markup`<g><title>${`nothing sent for ${duration(to - from)}`}</title><rect class="pause" x="${px(left + x)}" y="${top}" width="${px(width)}" height="${plotHeight}"/>${label}</g>`;
  });

const clockOf = (time: number): string => utcMoment(new Date(time).toISOString()).slice(11, 19);

/** The first and the last moment, and the end of each folded pause where there is room. */
const ticks = (times: readonly number[], scale: TimeScale): readonly Markup[] => {
  const first = Math.min(...times);
  const last = Math.max(...times);
  const places: (readonly [number, string])[] = [[0, clockOf(first)]];
  for (const { to, x, width } of scale.pauses) {
    const before = places.at(-1)?.[0] ?? 0;
    if (x + width - before > 76 && x + width < plotWidth - 80)
      places.push([x + width, clockOf(to)]);
  }
  return [
    ...places.map(
      ([x, text]) =>
        markup`<text class="tick" x="${px(left + x)}" y="${height - 6}">${text}</text>`,
    ),
    markup`<text class="tick end" x="${chartWidth - right}" y="${height - 6}">${clockOf(last)}</text>`,
  ];
};

/** Requests of one allowance over time against its limit. Times are those of the whole run. */
export const allowanceChart = (
  entries: readonly TimedEntry[],
  allTimes: readonly number[],
  allowance: number,
  scale: TimeScale,
): Markup => {
  const used = usedWithinHour(entries);
  const most = Math.max(allowance, 1, ...used);
  const y = (count: number): number => top + plotHeight - (count / most) * (plotHeight - 8);
  const points = entries.map(
    ({ time }, index) => [left + scale.x(time), y(used[index] ?? 0)] as const,
  );
  const line = points
    .map(([x, height_], index) =>
      index === 0 ? `M${px(x)} ${px(height_)}` : `H${px(x)}V${px(height_)}`,
    )
    .join('');
  const marks = entries.map((entry, index) => {
    const shape = shapeOf(entry.status);
    const [x, height_] = points[index] ?? [0, 0];
    return markup`<path class="at-${shape}" transform="translate(${px(x)} ${px(height_)})" d="${markShapes[shape].path}"><title>${describe(entry)}</title></path>
`;
  });
  const label = `${entries.length} requests; at most ${Math.max(0, ...used)} within one hour, ${allowance === 0 ? 'without a limit' : `${allowance} are allowed`}`;
  return markup`<svg class="chart" viewBox="0 0 ${chartWidth} ${height}" role="img" aria-label="${label}">
${pauseBands(scale)}
<path class="axis" d="M${left} ${top + plotHeight}H${chartWidth - right}"/>
${
  allowance > 0 &&
  markup`<path class="limit" d="M${left} ${px(y(allowance))}H${chartWidth - right}"/>
<text class="scale" x="${left - 6}" y="${px(y(allowance) + 4)}">${allowance}</text>`
}<text class="scale" x="${left - 6}" y="${top + plotHeight + 4}">0</text>
<path class="used" d="${line}"/>
${marks}${ticks(allTimes, scale)}
</svg>`;
};
