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
  const compare = (left: number, right: number): number =>
    old.first[left]! - added.first[right]! || old.second[left]! - added.second[right]!;
  const walk = (
    owner: number,
    oldOwner: number,
    visit: (left: number, right: number) => void,
  ): void => {
    let left = oldOwner === unknownBefore ? 0 : old.starts[oldOwner]!;
    const leftEnd = oldOwner === unknownBefore ? 0 : old.starts[oldOwner + 1]!;
    let right = added.starts[owner]!;
    const rightEnd = added.starts[owner + 1]!;
    while (left < leftEnd || right < rightEnd) {
      const order = left === leftEnd ? 1 : right === rightEnd ? -1 : compare(left, right);
      visit(order <= 0 ? left++ : -1, order >= 0 ? right++ : -1);
    }
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
      walk(owner, oldOwner, (left, right) => {
        if (left >= 0 && right >= 0) common++;
      });
      return common;
    },
    copy: (from, to, at) => {
      first.set(old.first.subarray(from, to), at);
      second.set(old.second.subarray(from, to), at);
      amount.set(old.amount.subarray(from, to), at);
    },
    merge: (owner, oldOwner, at) => {
      walk(owner, oldOwner, (left, right) => {
        first[at] = left >= 0 ? old.first[left]! : added.first[right]!;
        second[at] = left >= 0 ? old.second[left]! : added.second[right]!;
        const sum = (left >= 0 ? old.amount[left]! : 0) + (right >= 0 ? added.amount[right]! : 0);
        amount[at] = sum;
        if (amount[at] !== sum) overflow.set(at, sum);
        at++;
      });
    },
  });
  if (overflow.size > 0) {
    const wide = new Float64Array(amount);
    for (const [at, sum] of overflow) wide[at] = sum;
    amount = narrow(wide);
  }
  return { starts, first, second, amount };
};
