import { countListed, type PeriodCounts, wordsFor } from '../index/period-counts.js';
import type { Run } from '../index/periods.js';

/** What is ranked, and how. */
interface Contest {
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

/** The highest counts so far, most first, and the code of each. */
export interface Top {
  readonly codes: number[];
  readonly counts: number[];
  /** What a count must at least be to join them. */
  least: number;
}

/** Gives a thing its place, if it has one. */
const consider = (contest: Contest, top: Top, place: number, counted: number): void => {
  const { accepts, exactly, ties, most } = contest;
  const { codes, counts } = top;
  const code = contest.counts.order[place]!;
  if (accepts?.(code) === false) return;
  const count = exactly === undefined ? counted : exactly(place, counted);
  if (count < top.least) return;
  const sign = ties === 'ascending' ? 1 : -1;
  let to = codes.length;
  for (; to > 0; to--) {
    const above = counts[to - 1]!;
    if (above > count || (above === count && sign * (codes[to - 1]! - code) < 0)) break;
    codes[to] = codes[to - 1]!;
    counts[to] = above;
  }
  codes[to] = code;
  counts[to] = count;
  if (codes.length > most) {
    codes.pop();
    counts.pop();
  }
  if (codes.length === most) top.least = counts[most - 1]!;
};

const considerWide = (contest: Contest, top: Top): void => {
  const { counts, run } = contest;
  const { wide, wideCells } = counts;
  const [before, after, all] = [run.from * wide, run.to * wide, wideCells.length - wide];
  for (let place = 0; place < wide; place++) {
    // Totals descend: one of 16 is compared.
    if ((place & 15) === 0 && wideCells[all + place]! < top.least) return;
    const count = wideCells[after + place]! - wideCells[before + place]!;
    if (count >= top.least) consider(contest, top, place, count);
  }
};

const highBits = 0x80808080;
const lowBits = 0x7f7f7f7f;
const ones = 0x01010101;

/** After this many numbers totals are compared again. */
const stretch = 64;

/** The first number from `from` on in which one of four bytes, less those `back` before, may have `least`. */
const firstWith = (
  cells: Int32Array,
  from: number,
  end: number,
  back: number,
  least: number,
): number => {
  // A byte is at least `least` if its high bit is set, or is once enough is added to the other seven. Above
  // 128 the high bit alone is looked at.
  const added = Math.imul(Math.max(0, 128 - least), ones);
  let at = from;
  for (; at < end; at++) {
    const four = cells[at]! - cells[at - back]!;
    if (((((four & lowBits) + added) | four) & highBits) !== 0) break;
  }
  return at;
};

/** Things of one byte each, four at once: none of the four is looked at where all have too few. */
const considerNarrow = (contest: Contest, top: Top): void => {
  const { counts, run } = contest;
  const { wide, narrow, cells } = counts;
  const words = wordsFor(narrow);
  const [after, back, all] = [run.to * words, (run.to - run.from) * words, cells.length - words];
  let word = 0;
  // Highest totals come first: the lowest byte of a number is the highest of the four.
  while (word < words && (cells[all + word]! & 0xff) >= top.least) {
    const end = after + Math.min(word + stretch, words);
    const at = firstWith(cells, after + word, end, back, top.least);
    word = at - after;
    if (at === end) continue;
    const four = cells[at]! - cells[at - back]!;
    for (let byte = 0; byte < 4; byte++) {
      const place = 4 * word + byte;
      const count = (four >>> (byte << 3)) & 0xff;
      if (place < narrow && count >= top.least) consider(contest, top, wide + place, count);
    }
    word++;
  }
};

/** Whether no thing from a place on, all with as many events as it takes, comes before the last one. */
const areTooLate = ({ counts, ties, most }: Contest, { codes }: Top, place: number): boolean =>
  ties === 'ascending' && codes.length === most && counts.order[place]! > codes[most - 1]!;

const considerListed = (contest: Contest, top: Top): void => {
  const { counts, run } = contest;
  const { listed, periods } = counts;
  const { from, to } = run;
  let start = 0;
  for (let total = listed.length - 1; total > 0 && total >= top.least; total--) {
    const end = listed[total - 1]!;
    for (let place = listed[total]!; place < end; place++, start += total) {
      if (total <= top.least && areTooLate(contest, top, place)) break;
      // Periods ascend: so many from the first in the run on, and as many up to the last in it.
      const { least } = top;
      if (periods[start + total - least]! < from || periods[start + least - 1]! >= to) continue;
      let first = start;
      while (periods[first]! < from) first++;
      if (periods[first + least - 1]! >= to) continue;
      const count = countListed(periods, start, total, run);
      if (count >= least) consider(contest, top, place, count);
    }
  }
};

/** The highest counts, zero never among them. */
export const topOf = (contest: Contest): Top => {
  const top: Top = { codes: [], counts: [], least: 1 };
  considerWide(contest, top);
  considerNarrow(contest, top);
  considerListed(contest, top);
  return top;
};
