import { type ScaleLinear, scaleLinear, scalePoint } from 'd3-scale';
import { area, line, stack } from 'd3-shape';
import type { ChartPicture, Series } from '../model/chart-picture.js';
import { axisMonth, shortNumber } from '../model/format.js';

/** Months as lines, or as stacked bars where roles are shown. */
interface TimeChartProps {
  readonly picture: ChartPicture;
  readonly series: Series;
  /** Pixels. */
  readonly width: number;
  /** Which month is pointed at. */
  readonly active: number | null;
}

const height = 280;

const edge = { top: 12, right: 16, bottom: 26, left: 46 };

/** Room that the name of a month takes, in pixels. */
const labelWidth = 46;

interface Scales {
  readonly xAt: (at: number) => number;
  readonly y: ScaleLinear<number, number>;
  /** Pixels from one month to the next. */
  readonly step: number;
}

const scalesOf = (props: TimeChartProps): Scales => {
  const { picture, series, width } = props;
  const { months } = picture;
  const { total, before, stacks } = series;
  const sums = months.map((_, at) =>
    stacks.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const most = Math.max(1, ...total, ...sums, ...(before ?? []).map((value) => value ?? 0));
  const x = scalePoint(
    months.map((_, at) => at),
    [edge.left, width - edge.right],
  ).padding(stacks.length > 0 || months.length === 1 ? 0.5 : 0.08);
  return {
    xAt: (at) => x(at) ?? 0,
    y: scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(4),
    step: x.step() || width - edge.left - edge.right,
  };
};

const Axes = ({ picture: { months }, width, xAt, y }: TimeChartProps & Scales) => {
  const every = Math.max(1, Math.ceil((months.length * labelWidth) / (width - edge.left)));
  return (
    <>
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
    </>
  );
};

/** Bars stacked by role, one column for each month. */
const Bars = ({ picture, series: { stacks }, xAt, y, step }: TimeChartProps & Scales) => {
  const { months, partial } = picture;
  const barWidth = Math.min(56, step * 0.64);
  const layers = stack<number, string>()
    .keys(stacks.map(({ role }) => role))
    .value((at, role) => stacks.find((one) => one.role === role)?.values[at] ?? 0)(
    months.map((_, at) => at),
  );
  return layers.map((layer, index) => (
    <g key={layer.key} class={layer.key === 'others' ? 'role others' : `role role-${index}`}>
      {layer.map(([low, high], at) => (
        <rect
          key={at}
          class={partial.includes(at) ? 'open' : ''}
          x={xAt(at) - barWidth / 2}
          width={barWidth}
          y={y(high)}
          height={Math.max(0, y(low) - y(high))}
        />
      ))}
    </g>
  ));
};

const pathOf = (values: readonly (number | null)[], { xAt, y }: Scales): string =>
  line<number | null>((_, at) => xAt(at))
    .defined((value) => value !== null)
    .y((value) => y(value ?? 0))(values) ?? '';

/** The figures of everybody together: months of the range, those before it, and those that are not whole. */
const Lines = (props: TimeChartProps & Scales) => {
  const { active, xAt, y } = props;
  const { months, partial, inRange } = props.picture;
  const { total } = props.series;
  const first = months.length - inRange;
  const path = (isIn: (at: number) => boolean): string =>
    pathOf(
      total.map((value, at) => (isIn(at) ? value : null)),
      props,
    );
  const fill = area<number>(
    (_, at) => xAt(at),
    y(0),
    (value) => y(value),
  );
  const isDot = (at: number): boolean => at === active || (inRange === 1 && at === first);
  return (
    <>
      <path class="area" d={fill([...total]) ?? ''} />
      <path class="line context" d={path((at) => at <= first && !partial.includes(at))} />
      <path class="line now" d={path((at) => at >= first && !partial.includes(at))} />
      {partial.map((part) => (
        <path key={part} class="line now open" d={path((at) => Math.abs(at - part) <= 1)} />
      ))}
      {total.map((value, at) =>
        isDot(at) ? <circle key={at} class="dot" cx={xAt(at)} cy={y(value)} r={4.5} /> : null,
      )}
    </>
  );
};

/** The months as a drawing. It has no words for screen readers: the table beside it has the figures. */
export const TimeChart = (props: TimeChartProps) => {
  const { width, active } = props;
  const { before, stacks } = props.series;
  const scales = scalesOf(props);
  const x = active === null ? 0 : scales.xAt(active);
  return (
    <svg
      class="time-chart"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <Axes {...props} {...scales} />
      {active === null ? null : (
        <line class="pointer" x1={x} x2={x} y1={edge.top} y2={scales.y(0)} />
      )}
      {stacks.length > 0 ? <Bars {...props} {...scales} /> : null}
      {before === null ? null : <path class="line before" d={pathOf(before, scales)} />}
      {stacks.length > 0 ? null : <Lines {...props} {...scales} />}
    </svg>
  );
};

/** Which month lies nearest to a place on a chart. */
export const monthNear = (offset: number, width: number, count: number): number => {
  const share = (offset - edge.left) / Math.max(1, width - edge.left - edge.right);
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))));
};
