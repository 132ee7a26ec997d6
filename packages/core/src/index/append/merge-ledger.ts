import type { Ledger } from '../ledger.js';
import { type Narrow, narrow } from '../narrow.js';
import { mergeGroups } from './merge-groups.js';
import { type Renumbering, unknownBefore } from './renumbering.js';

/** An empty array of the type that holds the values of both. */
const roomFor = (a: Narrow, b: Narrow, size: number): Narrow => {
  const wider = a.BYTES_PER_ELEMENT >= b.BYTES_PER_ELEMENT ? a : b;
  return wider.BYTES_PER_ELEMENT === 1
    ? new Uint8Array(size)
    : wider.BYTES_PER_ELEMENT === 2
      ? new Uint16Array(size)
      : wider.BYTES_PER_ELEMENT === 4
        ? new Uint32Array(size)
        : new Float64Array(size);
};

/** Two ledgers as one; rows equal in both columns become one, their amounts added up. */
export const mergeLedgers = (old: Ledger, added: Ledger, renumbered: Renumbering): Ledger => {
  let first: Narrow = old.first;
  let second: Narrow = old.second;
  let amount: Narrow = old.amount;
  const overflow = new Map<number, number>();
  /** The first old row from `low` up to `high` that is not below an added one. */
  const placeOf = (right: number, low: number, high: number): number => {
    const [owns, then] = [added.first[right]!, added.second[right]!];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBelow = old.first[middle]! - owns || old.second[middle]! - then;
      if (isBelow < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const isEqual = (left: number, right: number): boolean =>
    old.first[left] === added.first[right] && old.second[left] === added.second[right];
  /** Goes through the added rows of an owner with the old row that each stands before, or equals. */
  const walk = (
    owner: number,
    oldOwner: number,
    visit: (right: number, left: number, isCommon: boolean) => void,
  ): void => {
    let left = oldOwner === unknownBefore ? 0 : old.starts[oldOwner]!;
    const leftEnd = oldOwner === unknownBefore ? 0 : old.starts[oldOwner + 1]!;
    for (let right = added.starts[owner]!; right < added.starts[owner + 1]!; right++) {
      left = placeOf(right, left, leftEnd);
      visit(right, left, left < leftEnd && isEqual(left, right));
    }
  };
  const copy = (from: number, to: number, at: number): void => {
    first.set(old.first.subarray(from, to), at);
    second.set(old.second.subarray(from, to), at);
    amount.set(old.amount.subarray(from, to), at);
  };
  const starts = mergeGroups({
    oldStarts: old.starts,
    addedStarts: added.starts,
    renumbered,
    begin: (size) => {
      first = roomFor(old.first, added.first, size);
      second = roomFor(old.second, added.second, size);
      amount = roomFor(old.amount, added.amount, size);
    },
    overlap: (owner, oldOwner) => {
      let common = 0;
      walk(owner, oldOwner, (_right, _left, isCommon) => {
        if (isCommon) common++;
      });
      return common;
    },
    copy,
    merge: (owner, oldOwner, at) => {
      let read = oldOwner === unknownBefore ? 0 : old.starts[oldOwner]!;
      walk(owner, oldOwner, (right, left, isCommon) => {
        copy(read, left, at);
        at += left - read;
        read = isCommon ? left + 1 : left;
        first[at] = added.first[right]!;
        second[at] = added.second[right]!;
        const sum = added.amount[right]! + (isCommon ? old.amount[left]! : 0);
        amount[at] = sum;
        if (amount[at] !== sum) overflow.set(at, sum);
        at++;
      });
      if (oldOwner !== unknownBefore) copy(read, old.starts[oldOwner + 1]!, at);
    },
  });
  if (overflow.size > 0) {
    const wide = new Float64Array(amount);
    for (const [at, sum] of overflow) wide[at] = sum;
    amount = narrow(wide);
  }
  return { starts, first, second, amount };
};
