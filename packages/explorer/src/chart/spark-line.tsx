import { line } from 'd3-shape';

const [width, height, margin] = [120, 32, 3];

/** The months of a card as a small line, without axes. */
export const SparkLine = ({ values }: { readonly values: readonly number[] }) => {
  const most = Math.max(1, ...values);
  const x = (at: number): number =>
    margin + (at * (width - 2 * margin)) / Math.max(1, values.length - 1);
  const y = (value: number): number => height - margin - (value * (height - 2 * margin)) / most;
  const path = line<number>(
    (_, at) => x(at),
    (value) => y(value),
  );
  const last = values.at(-1);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
    >
      <path class="line now" d={path([...values]) ?? ''} />
      {last === undefined ? null : (
        <circle class="dot" cx={x(values.length - 1)} cy={y(last)} r={2.5} />
      )}
    </svg>
  );
};
