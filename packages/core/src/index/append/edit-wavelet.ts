import { highest } from '../narrow.js';
import {
  blocksFor,
  levelsFor,
  onesBefore,
  rankLevel,
  type Wavelet,
  waveletOf,
  wordsPerBlock,
} from '../wavelet.js';

/** Numbers to take out of a sequence, and numbers to put into it. */
export interface SequenceEdit {
  /** Ascending positions. */
  readonly removed: Float64Array | Uint32Array;
  /** Ascending positions before which the numbers in `values` go, in their order. */
  readonly inserted: Float64Array | Uint32Array;
  readonly values: Uint16Array;
}

/** Copies bits that lie within one word of the source and of the target. */
const copyWithinWord = (
  source: Uint32Array,
  from: number,
  count: number,
  target: Uint32Array,
  to: number,
): void => {
  const bits = (source[from >>> 5]! >>> (from & 31)) & (count === 32 ? -1 : (1 << count) - 1);
  target[to >>> 5]! |= bits << (to & 31);
};

/** Copies bits; the target must be all zeros there. */
const copyBits = (
  source: Uint32Array,
  from: number,
  count: number,
  target: Uint32Array,
  to: number,
): void => {
  const end = to + count;
  while (to < end) {
    if ((to & 31) === 0 && end - to >= 32) {
      // Whole words of the target, each from two words of the source.
      const words = (end - to) >>> 5;
      const shift = from & 31;
      const [first, at] = [from >>> 5, to >>> 5];
      if (shift === 0) target.set(source.subarray(first, first + words), at);
      else {
        for (let word = 0; word < words; word++) {
          target[at + word] =
            (source[first + word]! >>> shift) | (source[first + word + 1]! << (32 - shift));
        }
      }
      from += 32 * words;
      to += 32 * words;
    } else {
      const taken = Math.min(32 - (from & 31), 32 - (to & 31), end - to);
      copyWithinWord(source, from, taken, target, to);
      from += taken;
      to += taken;
    }
  }
};

/** One level of a sequence before and after an edit. */
interface Level {
  readonly source: Uint32Array;
  readonly sourceStart: number;
  readonly target: Uint32Array;
  readonly targetStart: number;
  readonly length: number;
}

/** Writes the bits of a level: old ones without those removed, new ones where they are inserted. */
const editLevel = (
  { source, sourceStart, target, targetStart, length }: Level,
  removed: Uint32Array,
  inserted: Uint32Array,
  bitOf: (insert: number) => number,
): void => {
  let read = 0;
  let written = 0;
  const copyTo = (position: number): void => {
    copyBits(source, sourceStart + read, position - read, target, targetStart + written);
    written += position - read;
    read = position;
  };
  let insert = 0;
  let remove = 0;
  while (insert < inserted.length || remove < removed.length) {
    if (
      insert < inserted.length &&
      (remove === removed.length || inserted[insert]! <= removed[remove]!)
    ) {
      copyTo(inserted[insert]!);
      const at = targetStart + written++;
      target[at >>> 5]! |= bitOf(insert++) << (at & 31);
    } else {
      copyTo(removed[remove++]!);
      read++;
    }
  }
  copyTo(length);
};

/** An order of places, so many with a 0 in front. */
interface Order {
  readonly order: Uint32Array;
  readonly zeros: number;
}

/** The places from 0 on, those with a 0 first. */
const zerosFirst = (count: number, bitOf: (at: number) => number): Order => {
  const order = new Uint32Array(count);
  let zeros = 0;
  for (let at = 0; at < count; at++) if (bitOf(at) === 0) order[zeros++] = at;
  let next = zeros;
  for (let at = 0; at < count; at++) if (bitOf(at) === 1) order[next++] = at;
  return { order, zeros };
};

/** With more levels, on which all numbers have a 0. */
const raised = ({ length, levels, words, ranks, zeros }: Wavelet, more: number): Wavelet => {
  const blocks = more * blocksFor(length);
  const behindZeros = (part: Uint32Array, size: number): Uint32Array => {
    const longer = new Uint32Array(size + part.length);
    longer.set(part, size);
    return longer;
  };
  return {
    length,
    levels: levels + more,
    words: behindZeros(words, blocks * wordsPerBlock),
    ranks: behindZeros(ranks, blocks),
    zeros: behindZeros(zeros, more).fill(length, 0, more),
  };
};

/** Without the first levels if all numbers have a 0 there. */
const lowered = ({ length, levels, words, ranks, zeros }: Wavelet): Wavelet => {
  let less = 0;
  while (less < levels && zeros[less] === length) less++;
  const blocks = less * blocksFor(length);
  return {
    length,
    levels: levels - less,
    words: words.slice(blocks * wordsPerBlock),
    ranks: ranks.slice(blocks),
    zeros: zeros.slice(less),
  };
};

/** The same wavelet matrix that the edited sequence would give. */
export const editWavelet = (
  before: Wavelet,
  { removed, inserted, values }: SequenceEdit,
): Wavelet => {
  const { length: oldLength } = before;
  if (oldLength === 0) return waveletOf(values);
  const levels = Math.max(before.levels, levelsFor(highest(values)));
  const old = levels > before.levels ? raised(before, levels - before.levels) : before;
  const length = oldLength - removed.length + inserted.length;
  const oldBlocks = blocksFor(oldLength);
  const blocks = blocksFor(length);
  const words = new Uint32Array(levels * blocks * wordsPerBlock);
  const ranks = new Uint32Array(levels * blocks);
  const zeros = new Uint32Array(levels);
  let outs: Uint32Array = new Uint32Array(removed);
  let ins: Uint32Array = new Uint32Array(inserted);
  let numbers = values;
  for (let level = 0; level < levels; level++) {
    const shift = levels - 1 - level;
    const sourceStart = 32 * wordsPerBlock * level * oldBlocks;
    const targetStart = 32 * wordsPerBlock * level * blocks;
    const current = numbers;
    const edited = { source: old.words, sourceStart, target: words, targetStart };
    editLevel({ ...edited, length: oldLength }, outs, ins, (one) => (current[one]! >>> shift) & 1);
    rankLevel(words, ranks, level, blocks);
    // Where everything stands on the next level: zeros first, then ones, each in order.
    const place = (position: number, bit: number): number => {
      const ones = onesBefore(old, level, oldBlocks, position);
      return bit === 1 ? old.zeros[level]! + ones : position - ones;
    };
    const bitAt = (position: number): number => {
      const at = sourceStart + position;
      return (old.words[at >>> 5]! >>> (at & 31)) & 1;
    };
    const outOrder = zerosFirst(outs.length, (at) => bitAt(outs[at]!));
    const inOrder = zerosFirst(ins.length, (at) => (current[at]! >>> shift) & 1);
    zeros[level] = old.zeros[level]! - outOrder.zeros + inOrder.zeros;
    const placed = (positions: Uint32Array, next: Order): Uint32Array =>
      next.order.map((at, to) => place(positions[at]!, to < next.zeros ? 0 : 1));
    outs = placed(outs, outOrder);
    ins = placed(ins, inOrder);
    numbers = current.map((_, to) => current[inOrder.order[to]!]!);
  }
  const edited = { length, levels, words, ranks, zeros };
  return zeros[0] === length ? lowered(edited) : edited;
};
