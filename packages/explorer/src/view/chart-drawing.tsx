import { useEffect, useRef, useState } from 'preact/hooks';
import { monthNear, TimeChart } from '../chart/time-chart.js';
import type { ChartPicture, Series } from '../model/chart-picture.js';
import { changeOf, dateText, monthText, numberText } from '../model/format.js';
import type { Dates } from '../model/period.js';
import { usePage } from './page.js';

/** The width of an element in whole pixels, and the reference that it wants. */
const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const element = ref.current!;
    const measure = (): void => setWidth(Math.max(240, Math.floor(element.clientWidth)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref] as const;
};

/** How much of a month counts: the days that have passed, or the day on which the range begins. */
const partText = (month: string, dates: Dates | null, now: number): string => {
  const date = new Date(now);
  if (dates?.from.startsWith(month) === true && !dates.from.endsWith('-01'))
    return ` as a whole, the range begins on ${dateText(dates.from)}`;
  if (date.toISOString().slice(0, 7) !== month) return ', not over';
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return `, ${date.getUTCDate()} of ${days} days`;
};

const readoutOf = (
  { months, chart, partial }: ChartPicture,
  { total, before, stacks }: Series,
  at: number,
  dates: Dates | null,
  clock: number,
): string => {
  const month = months[at];
  const value = total[at];
  if (month === undefined || value === undefined) return '';
  const was = before?.[at] ?? null;
  const { sign, text } = changeOf(value, was ?? 0);
  const change = partial.includes(at) ? '' : ` (${sign}${text})`;
  const slices = stacks.map(({ role, values }) => `, ${role}: ${numberText(values[at] ?? 0)}`);
  const part = partial.includes(at) ? partText(month, dates, clock) : '';
  const compared = was === null ? '' : `; before: ${numberText(was)}${change}`;
  return `${monthText(month)}${part}: ${numberText(value)} ${chart.label.toLowerCase()}${slices.join('')}${compared}`;
};

/** The chart on the page: pointed at by mouse or keys, each month leads to itself. */
export const ChartDrawing = ({
  picture,
  series,
}: {
  readonly picture: ChartPicture;
  readonly series: Series;
}) => {
  const page = usePage();
  const [width, ref] = useWidth();
  const [active, setActive] = useState<number | null>(null);
  const { months, chart } = picture;
  const last = months.length - 1;
  const at = Math.min(active ?? last, last);
  const readout = readoutOf(picture, series, at, page.picture.calls.dates, page.now);
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const show = (month: string | undefined): void => {
    if (month !== undefined) page.go({ range: { from: month, to: month } });
  };
  return (
    <>
      <p class="readout" aria-hidden="true">
        {readout}
      </p>
      <div
        ref={ref}
        class="drawing"
        tabIndex={0}
        role="slider"
        aria-label={`${chart.label} by month; Enter shows the month`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={readout}
        onClick={() => show(months[at])}
        onKeyDown={(event) => {
          if (event.key === 'Enter') show(months[at]);
          const next = keys[event.key];
          if (next === undefined) return;
          event.preventDefault();
          setActive(Math.max(0, Math.min(last, next)));
        }}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setActive(monthNear(event.clientX - box.left, box.width, months.length));
        }}
        onPointerLeave={() => setActive(null)}
      >
        <TimeChart {...{ picture, series, width, active }} />
      </div>
    </>
  );
};
