import { countListed, type PeriodCounts, wordsFor } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';

/** One place of a ranking: what it is, by code, and its count. */
interface Place {
  readonly code: number;
  readonly count: number;
}

/** What is ranked, and how. */
export interface Contest {
  readonly counts: PeriodCounts;
  readonly run: Run;
  /** All when left out. */
  readonly accepts?: (code: number) => boolean;
  /** The count of the thing at a place where the one in `counts` is an upper bound; left out where it is exact. */
  readonly exactly?: (place: number, counted: number) => number;
  /** Which of two codes with equal counts comes first. */
  readonly ties: 'ascending' | 'descending';
  /** How many places there are. */
  readonly most: number;
}

/** The highest counts so far, and what a count must at least be to join them. */
interface Podium {
  readonly top: Place[];
  least: number;
}

const consider = (contest: Contest, podium: Podium, place: number, counted: number): void => {
  const { counts, accepts, exactly, ties, most } = contest;
  const { top } = podium;
  const code = counts.order[place]!;
  if (accepts?.(code) === false) return;
  const count = exactly?.(place, counted) ?? counted;
  if (count < podium.least) return;
  const sign = ties === 'ascending' ? 1 : -1;
  let to = top.length;
  while (to > 0) {
    const above = top[to - 1]!;
    if (above.count > count || (above.count === count && sign * (above.code - code) < 0)) break;
    to--;
  }
  if (to === most) return;
  if (top.length === most) top.pop();
  top.splice(to, 0, { code, count });
  if (top.length === most) podium.least = top[most - 1]!.count;
};

const considerWide = (contest: Contest, podium: Podium): void => {
  const { counts, run } = contest;
  const { wide, wideCells } = counts;
  const [before, after, all] = [run.from * wide, run.to * wide, wideCells.length - wide];
  for (let place = 0; place < wide; place++) {
    if (wideCells[all + place]! < podium.least) return;
    const count = wideCells[after + place]! - wideCells[before + place]!;
    if (count >= podium.least) consider(contest, podium, place, count);
  }
};

const highBits = 0x80808080;
const lowBits = 0x7f7f7f7f;
const ones = 0x01010101;

/** The first of the narrow numbers in which no thing has `least` events of all time. */
const wordsWith = ({ narrow, cells }: PeriodCounts, least: number): number => {
  const words = wordsFor(narrow);
  const all = cells.length - words;
  let low = 0;
  let high = words;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Highest totals come first: the lowest byte of a number is the highest of the four.
    if ((cells[all + middle]! & 0xff) >= least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Things of one byte each, four at once: none of the four is looked at where all have too few. */
const considerNarrow = (contest: Contest, podium: Podium): void => {
  const { counts, run } = contest;
  const { wide, narrow, cells } = counts;
  const words = wordsFor(narrow);
  const [before, after] = [run.from * words, run.to * words];
  let word = 0;
  while (podium.least < 256) {
    const { least } = podium;
    const end = wordsWith(counts, least);
    // A byte is at least `least` if its high bit is set, or is once enough is added to the other seven;
    // above 128 both must be so.
    const isHigh = least > 128 ? -1 : 0;
    const added = Math.imul((isHigh & 128) + 128 - least, ones);
    while (word < end) {
      const four = (cells[after + word]! - cells[before + word]!) | 0;
      const carried = ((four & lowBits) + added) | 0;
      if (((((carried | four) & ~isHigh) | (carried & four)) & highBits) !== 0) break;
      word++;
    }
    if (word >= end) return;
    const four = cells[after + word]! - cells[before + word]!;
    for (let byte = 0; byte < 4; byte++) {
      const place = 4 * word + byte;
      const count = (four >>> (byte << 3)) & 0xff;
      if (place < narrow && count >= podium.least) consider(contest, podium, wide + place, count);
    }
    word++;
  }
};

/** Whether no thing from a place on, all with as many events as it takes, comes before the last one. */
const areTooLate = ({ counts, ties, most }: Contest, { top }: Podium, place: number): boolean =>
  ties === 'ascending' && top.length === most && counts.order[place]! > top[most - 1]!.code;

const considerListed = (contest: Contest, podium: Podium): void => {
  const { counts, run } = contest;
  const { listed, periods } = counts;
  const { from, to } = run;
  let start = 0;
  for (let total = listed.length - 1; total > 0 && total >= podium.least; total--) {
    const end = listed[total - 1]!;
    for (let place = listed[total]!; place < end; place++, start += total) {
      if (total <= podium.least && areTooLate(contest, podium, place)) break;
      // Periods ascend: so many from the first in the run on, and as many up to the last in it.
      const { least } = podium;
      if (periods[start + total - least]! < from || periods[start + least - 1]! >= to) continue;
      const count = countListed(periods, start, total, run);
      if (count >= least) consider(contest, podium, place, count);
    }
  }
};

/** The highest counts, zero never among them. */
export const topOf = (contest: Contest): readonly Place[] => {
  const podium: Podium = { top: [], least: 1 };
  considerWide(contest, podium);
  considerNarrow(contest, podium);
  considerListed(contest, podium);
  return podium.top;
};
