/** A stretch in which nothing was sent, drawn shorter than it was. */
export interface Pause {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
}

/** Places moments on a line. Long pauses are folded, or an hour's wait would hide a second's work. */
export interface TimeScale {
  readonly x: (time: number) => number;
  readonly pauses: readonly Pause[];
}

const shortestPauseMs = 3000;
const pausePerMedian = 20;
const pauseWidthMax = 56;
/** All folded pauses together take at most this share of the width. */
const pausesShare = 0.4;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Stretch extends Pause {
  readonly folded: boolean;
}

const stretchesOf = (moments: readonly number[], width: number): readonly Stretch[] => {
  const gaps = moments.slice(1).map((to, index) => ({ from: moments[index] ?? to, to }));
  const lengths = gaps.map(({ from, to }) => to - from);
  const longest = Math.max(shortestPauseMs, pausePerMedian * median(lengths));
  const foldedCount = lengths.filter((length) => length > longest).length;
  const pauseWidth = Math.min(pauseWidthMax, (pausesShare * width) / Math.max(1, foldedCount));
  const rest = lengths.filter((length) => length <= longest).reduce((sum, one) => sum + one, 0);
  const perMs = rest === 0 ? 0 : (width - foldedCount * pauseWidth) / rest;
  let x = 0;
  return gaps.map(({ from, to }) => {
    const folded = to - from > longest;
    const stretch = { from, to, x, width: folded ? pauseWidth : (to - from) * perMs, folded };
    x += stretch.width;
    return stretch;
  });
};

/** A scale for moments in milliseconds, as wide as is said. */
export const timeScale = (times: readonly number[], width: number): TimeScale => {
  const stretches = stretchesOf(
    [...new Set(times)].toSorted((a, b) => a - b),
    width,
  );
  const last = stretches.at(-1);
  return {
    x: (time) => {
      const here = stretches.find(({ to }) => time <= to) ?? last;
      if (here === undefined) return 0;
      const share = (time - here.from) / (here.to - here.from);
      return here.x + Math.min(1, Math.max(0, share)) * here.width;
    },
    pauses: stretches.filter(({ folded }) => folded),
  };
};
