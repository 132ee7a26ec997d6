import { highest } from './narrow.js';
import { cutRuns, inRuns, runLengthMin, runsOf } from './wavelet-runs.js';

/*
 * A sequence of small numbers that can say how many numbers in any stretch of it lie below a bound, in
 * one step per bit of the numbers: a wavelet matrix. Level by level, from the highest bit, it keeps that
 * bit of every number; into the next level, numbers with a 0 go before those with a 1, each in unchanged
 * order. It costs little more than the bits themselves.
 */

/** A sequence of numbers; the highest has `levels` bits. */
export interface Wavelet {
  readonly length: number;
  readonly levels: number;
  /** For each level, `length` bits in whole blocks. */
  readonly words: Uint32Array;
  /** For each block, the ones before it on its level. */
  readonly ranks: Uint32Array;
  /** How many numbers have a 0 on each level. */
  readonly zeros: Uint32Array;
}

/** Words of one block. */
export const wordsPerBlock = 8;
const bitsPerBlock = 32 * wordsPerBlock;

/** Blocks of one level; there is always one that begins beyond the last bit, or holds it. */
export const blocksFor = (length: number): number => Math.floor(length / bitsPerBlock) + 1;

/** The bits that numbers up to `most` need. */
export const levelsFor = (most: number): number => 32 - Math.clz32(most);

const onesIn = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Counts the ones before each block of one level; the words of the level must be complete. */
export const rankLevel = (
  words: Uint32Array,
  ranks: Uint32Array,
  level: number,
  blocks: number,
): void => {
  let ones = 0;
  for (let block = level * blocks; block < (level + 1) * blocks; block++) {
    ranks[block] = ones;
    const end = (block + 1) * wordsPerBlock;
    for (let word = block * wordsPerBlock; word < end; word++) ones += onesIn(words[word]!);
  }
};

/** How many of the numbers have a 0 on each level. */
const zerosOf = (values: Uint16Array, levels: number): Uint32Array => {
  const having = new Uint32Array(2 ** levels);
  for (const value of values) having[value]!++;
  const zeros = new Uint32Array(levels);
  for (let value = 0; value < having.length; value++) {
    for (let level = 0; level < levels; level++) {
      if (((value >>> (levels - 1 - level)) & 1) === 0) zeros[level]! += having[value]!;
    }
  }
  return zeros;
};

/** The wavelet matrix of a sequence of numbers, with as many levels as the highest needs. */
export const waveletOf = (values: Uint16Array): Wavelet => {
  const { length } = values;
  const levels = levelsFor(highest(values));
  const blocks = blocksFor(length);
  const words = new Uint32Array(levels * blocks * wordsPerBlock);
  const ranks = new Uint32Array(levels * blocks);
  const zeros = zerosOf(values, levels);
  let level = 0;
  let runs = runsOf(values);
  // Runs are cut until they are too short, or nothing is left to cut.
  for (; runs !== null && runs.length * runLengthMin <= 2 * length && level < levels; level++) {
    runs = cutRuns(values, runs, levels - 1 - level, words, 32 * wordsPerBlock * level * blocks);
    rankLevel(words, ranks, level, blocks);
  }
  let current = runs === null || level === levels ? values : inRuns(values, runs);
  // The values given stay as they are.
  const scratch = [new Uint16Array(length), new Uint16Array(length)] as const;
  for (; level < levels; level++) {
    const shift = levels - 1 - level;
    const next = scratch[level & 1]!;
    let at = level * blocks * wordsPerBlock;
    let zero = 0;
    let one = zeros[level]!;
    for (let row = 0; row < length; ) {
      let word = 0;
      const end = Math.min(row + 32, length);
      for (let bit = 0; row < end; row++, bit++) {
        const value = current[row]!;
        const isOne = (value >>> shift) & 1;
        // In place of a branch that nothing predicts.
        next[zero + isOne * (one - zero)] = value;
        one += isOne;
        zero += 1 - isOne;
        word |= isOne << bit;
      }
      words[at++] = word;
    }
    rankLevel(words, ranks, level, blocks);
    current = next;
  }
  return { length, levels, words, ranks, zeros };
};

/** How many ones a level has before a position. */
export const onesBefore = (
  { words, ranks }: Wavelet,
  level: number,
  blocks: number,
  position: number,
): number => {
  const block = level * blocks + (position >>> 8);
  let ones = ranks[block]!;
  const last = level * blocks * wordsPerBlock + (position >>> 5);
  for (let word = block * wordsPerBlock; word < last; word++) ones += onesIn(words[word]!);
  const rest = position & 31;
  return rest === 0 ? ones : ones + onesIn(words[last]! & ((1 << rest) - 1));
};

/** How many numbers from `start` up to, not including, `end` lie below `bound`. */
export const countBelow = (wavelet: Wavelet, start: number, end: number, bound: number): number => {
  const { levels, zeros } = wavelet;
  if (bound >= 2 ** levels) return end - start;
  const blocks = blocksFor(wavelet.length);
  let below = 0;
  for (let level = 0; level < levels && start < end; level++) {
    const startOnes = onesBefore(wavelet, level, blocks, start);
    const endOnes = onesBefore(wavelet, level, blocks, end);
    if (((bound >>> (levels - 1 - level)) & 1) === 1) {
      below += end - start - (endOnes - startOnes);
      start = zeros[level]! + startOnes;
      end = zeros[level]! + endOnes;
    } else {
      start -= startOnes;
      end -= endOnes;
    }
  }
  return below;
};
