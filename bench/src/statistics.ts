const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** The value that a share of all values does not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = ascending(values);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
};

/** The middle value, or the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** A figure with what its rounds differed by. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** The exponent of the power law that fits points best, by least squares of the logarithms. */
export const exponentOf = (points: readonly (readonly [x: number, y: number])[]): number | null => {
  if (points.length < 2) return null;
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return covariance / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
};
