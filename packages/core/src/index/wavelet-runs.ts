import { firstNotBelow } from './calendar.js';

/*
 * Upper levels of a wavelet matrix are made from runs: stretches of the sequence that do not descend.
 * On each level a run has its zeros before its ones, so it is cut in two by one search, and the bits of
 * all its numbers are written at once. The numbers themselves do not move.
 */

/** Runs as pairs of places in the sequence, in the order in which they stand on a level. */
type Runs = Uint32Array;

/** Numbers that a run has on average, at least; shorter ones are no quicker than single numbers. */
export const runLengthMin = 4;

/** The runs of a sequence, or `null` if they are too short. */
export const runsOf = (values: Uint16Array): Runs | null => {
  const runs = new Uint32Array(2 * Math.floor(values.length / runLengthMin));
  let size = 0;
  for (let row = 0; row < values.length; row++) {
    if (row > 0 && values[row]! >= values[row - 1]!) continue;
    if (size === runs.length) return null;
    if (size > 0) runs[size - 1] = row;
    runs[size] = row;
    size += 2;
  }
  if (size > 0) runs[size - 1] = values.length;
  return runs.subarray(0, size);
};

/** Sets the bits from one place up to, not including, another. */
const setBits = (words: Uint32Array, from: number, to: number): void => {
  if (from === to) return;
  const [first, last] = [from >>> 5, (to - 1) >>> 5];
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    words[first]! |= head & tail;
    return;
  }
  words[first]! |= head;
  words.fill(-1, first + 1, last);
  words[last]! |= tail;
};

/** Writes the bits of one level from a place on, and gives the runs of the next level. */
export const cutRuns = (
  values: Uint16Array,
  runs: Runs,
  shift: number,
  words: Uint32Array,
  place: number,
): Runs => {
  const zeros = new Uint32Array(2 * runs.length);
  const ones = new Uint32Array(runs.length);
  let [zeroSize, oneSize] = [0, 0];
  for (let run = 0; run < runs.length; run += 2) {
    const start = runs[run]!;
    const end = runs[run + 1]!;
    // All numbers of a run are alike in the bits above.
    const firstOne = ((values[start]! >>> shift) | 1) << shift;
    // Where the last number has a zero on this level, all have: nothing is to be searched.
    const cut = values[end - 1]! < firstOne ? end : firstNotBelow(values, firstOne, start, end);
    setBits(words, place + cut - start, place + end - start);
    place += end - start;
    if (cut > start) {
      zeros[zeroSize] = start;
      zeros[zeroSize + 1] = cut;
      zeroSize += 2;
    }
    if (end > cut) {
      ones[oneSize] = cut;
      ones[oneSize + 1] = end;
      oneSize += 2;
    }
  }
  zeros.set(ones.subarray(0, oneSize), zeroSize);
  return zeros.subarray(0, zeroSize + oneSize);
};

/** The numbers in the order of their runs. */
export const inRuns = (values: Uint16Array, runs: Runs): Uint16Array => {
  const ordered = new Uint16Array(values.length);
  let at = 0;
  for (let run = 0; run < runs.length; run += 2) {
    for (let row = runs[run]!; row < runs[run + 1]!; row++) ordered[at++] = values[row]!;
  }
  return ordered;
};
