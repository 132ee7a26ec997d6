import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line, stack } from 'd3-shape';
import { axisMonth, shortNumber } from '../model/format.js';

/** Months as lines, or as stacked bars where roles are shown. */
export interface TimeChartProps {
  readonly title: string;
  readonly months: readonly string[];
  readonly total: readonly number[];
  /** For each month the one that it is compared with, `null` for a gap; `null` without a comparison. */
  readonly before: readonly (number | null)[] | null;
  /** The roles, from the bottom; empty for everybody together. */
  readonly stacks: readonly { readonly role: string; readonly values: readonly number[] }[];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The month that is pointed at. */
  readonly active: number | null;
  /** True while the last month is not over: its part is dotted. */
  readonly isOpen: boolean;
  /** How many of the months, counted from the last, belong to the range; those before are grey. */
  readonly inRange: number;
}

const edge = { top: 12, right: 16, bottom: 26, left: 46 };

/** Room that the name of a month takes, in pixels. */
const labelWidth = 46;

/** Bars stacked by role, one column for each month. */
const Bars = ({
  months,
  stacks,
  xAt,
  y,
  barWidth,
  isOpen,
}: Pick<TimeChartProps, 'months' | 'stacks' | 'isOpen'> & {
  readonly xAt: (at: number) => number;
  readonly y: (value: number) => number;
  readonly barWidth: number;
}) => {
  const layers = stack<number, string>()
    .keys(stacks.map(({ role }) => role))
    .value((at, role) => stacks.find((one) => one.role === role)?.values[at] ?? 0)(
    months.map((_, at) => at),
  );
  return (
    <>
      {layers.map((layer, index) => (
        <g key={layer.key} class={layer.key === 'others' ? 'role others' : `role role-${index}`}>
          {layer.map(([low, high], at) => (
            <rect
              key={at}
              class={isOpen && at === months.length - 1 ? 'open' : ''}
              x={xAt(at) - barWidth / 2}
              width={barWidth}
              y={y(high)}
              height={Math.max(0, y(low) - y(high))}
            />
          ))}
        </g>
      ))}
    </>
  );
};

/** The months as a drawing. It has no words for screen readers: the table beside it has the figures. */
export const TimeChart = (props: TimeChartProps) => {
  const { title, months, total, before, stacks, width, height, active, isOpen, inRange } = props;
  const isStacked = stacks.length > 0;
  const sums = months.map((_, at) =>
    stacks.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const most = Math.max(1, ...total, ...sums, ...(before ?? []).map((value) => value ?? 0));
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(4);
  const x = scalePoint(
    months.map((_, at) => at),
    [edge.left, width - edge.right],
  ).padding(isStacked || months.length === 1 ? 0.5 : 0.08);
  const step = x.step() || width - edge.left - edge.right;
  const xAt = (at: number): number => x(at) ?? 0;
  const drawn = (values: readonly (number | null)[], from = 0, to = values.length) =>
    line<number | null>((_, at) => xAt(from + at))
      .defined((value) => value !== null)
      .y((value) => y(value ?? 0))(values.slice(from, to)) ?? '';
  const last = months.length - 1;
  const first = months.length - inRange;
  const closed = isOpen ? last : last + 1;
  const fill = area<number>(
    (_, at) => xAt(at),
    y(0),
    (value) => y(value),
  );
  const every = Math.max(1, Math.ceil((months.length * labelWidth) / (width - edge.left)));
  return (
    <svg
      class="time-chart"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      data-title={title}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line class="grid" x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text class="axis" x={edge.left - 8} y={y(tick)} dy="0.32em" text-anchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
      {months.map((month, at) =>
        at % every === 0 ? (
          <text class="axis" key={month} x={xAt(at)} y={height - 8} text-anchor="middle">
            {axisMonth(month)}
          </text>
        ) : null,
      )}
      {active === null ? null : (
        <line class="pointer" x1={xAt(active)} x2={xAt(active)} y1={edge.top} y2={y(0)} />
      )}
      <Bars {...{ months, stacks, xAt, y, isOpen }} barWidth={Math.min(56, step * 0.64)} />
      {isStacked ? null : <path class="area" d={fill([...total]) ?? ''} />}
      {before === null ? null : <path class="line before" d={drawn(before)} />}
      {isStacked ? null : (
        <>
          <path class="line context" d={drawn(total, 0, Math.min(first + 1, closed))} />
          <path class="line now" d={drawn(total, first, closed)} />
          {isOpen ? <path class="line now open" d={drawn(total, Math.max(0, last - 1))} /> : null}
        </>
      )}
      {isStacked
        ? null
        : total.map((value, at) =>
            at === active || (inRange === 1 && at === last) ? (
              <circle key={at} class="dot" cx={xAt(at)} cy={y(value)} r={4.5} />
            ) : null,
          )}
    </svg>
  );
};

/** Which month lies nearest to a place on a chart. */
export const monthNear = (offset: number, width: number, count: number): number => {
  const share = (offset - edge.left) / Math.max(1, width - edge.left - edge.right);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
};
