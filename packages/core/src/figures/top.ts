/** One place of a ranking: what it is, by code, and its count. */
export interface Place {
  readonly code: number;
  readonly count: number;
}

/** What is ranked, and how it is counted. */
export interface Contest {
  /** Codes by their count of all time, highest first. */
  readonly leaders: Uint32Array;
  readonly accepts: (code: number) => boolean;
  readonly countOfAllTime: (code: number) => number;
  /** The count within the range when it is at least `least`, otherwise 0. */
  readonly countFrom: (code: number, least: number) => number;
  /** Which of two codes with equal counts comes first. */
  readonly ties: 'ascending' | 'descending';
}

/**
 * The highest counts, at most `most` of them, zero never among them. Nobody has more in a range than in
 * all, so it ends with the first code whose count of all time is below the last place.
 */
export const topOf = (contest: Contest, most: number): readonly Place[] => {
  const { leaders, accepts, countOfAllTime, countFrom, ties } = contest;
  const sign = ties === 'ascending' ? 1 : -1;
  const top: Place[] = [];
  let least = 1;
  for (const code of leaders) {
    if (countOfAllTime(code) < least) break;
    if (!accepts(code)) continue;
    const count = countFrom(code, least);
    if (count < least) continue;
    let to = top.length;
    while (to > 0) {
      const above = top[to - 1]!;
      if (above.count > count || (above.count === count && sign * (above.code - code) < 0)) break;
      to--;
    }
    if (to === most) continue;
    if (top.length === most) top.pop();
    top.splice(to, 0, { code, count });
    if (top.length === most) least = top[most - 1]!.count;
  }
  return top;
};
