/** How far two samples of times are apart, in standard errors: beyond the threshold they differ. */
export interface Distance {
  /** The largest of Welch's t over all crops, without its sign. */
  readonly t: number;
  /** The z of Mann and Whitney's test of ranks, without its sign. */
  readonly z: number;
  /** The difference of medians, in microseconds. */
  readonly medianUs: number;
}

/**
 * Beyond this many standard errors chance is no explanation: between equal distributions it happens once
 * in 150,000 comparisons. It is the threshold that is usual for tests of constant time.
 */
export const threshold = 4.5;

/** Shares of the pooled times that are kept: slow outliers are the machine's, and hide what is small. */
const crops = [0.25, 0.5, 0.75, 0.9, 0.95, 1];

const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const momentsOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, squaredError: squares / (values.length - 1) / values.length };
};

const welch = (a: readonly number[], b: readonly number[]): number => {
  const [one, other] = [momentsOf(a), momentsOf(b)];
  const error = Math.sqrt(one.squaredError + other.squaredError);
  return error === 0 ? 0 : (one.mean - other.mean) / error;
};

/** Ranks with ties in the middle, as one number: how far the ranks of `a` are from chance. */
const mannWhitney = (a: readonly number[], b: readonly number[]): number => {
  const all = [...a.map((value) => [value, 1] as const), ...b.map((value) => [value, 0] as const)];
  all.sort(([one], [other]) => one - other);
  let [ranks, ties] = [0, 0];
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]![0] === all[start]![0]) end += 1;
    const tied = end - start;
    ties += tied ** 3 - tied;
    for (let at = start; at < end; at += 1) ranks += all[at]![1] * ((start + end + 1) / 2);
    start = end;
  }
  const [n, m] = [a.length, b.length];
  const expected = (n * (n + m + 1)) / 2;
  const variance = ((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1)));
  return variance === 0 ? 0 : (ranks - expected) / Math.sqrt(variance);
};

/** Measures how far two samples of microseconds are apart. */
export const distance = (a: readonly number[], b: readonly number[]): Distance => {
  const pooled = ascending([...a, ...b]);
  const ts = crops.map((share) => {
    const most = quantile(pooled, share);
    const kept = (values: readonly number[]) => values.filter((value) => value <= most);
    const [one, other] = [kept(a), kept(b)];
    // A crop that one sample hardly has a part in says nothing: the others do.
    return Math.min(one.length, other.length) < 100 ? 0 : Math.abs(welch(one, other));
  });
  return {
    t: Math.max(...ts),
    z: Math.abs(mannWhitney(a, b)),
    medianUs: quantile(ascending(a), 0.5) - quantile(ascending(b), 0.5),
  };
};

/** Whether two samples differ. */
export const differ = ({ t, z }: Distance): boolean => t > threshold || z > threshold;
