import type { BoardVisitorGroups, ThingGroups, VisitorGroups } from '../events/grouped.js';

/** Groups that are collected one by one. */
export interface GroupRows {
  /** Takes a group of a thing, in a period; `before` is one of `VisitorGroups`, 0 where it means nothing. */
  readonly add: (thing: number, period: number, before: number, count: number) => void;
  /** What was taken. */
  readonly done: () => VisitorGroups & Required<ThingGroups>;
}

const roomAtFirst = 2 ** 12;

/** Begins to collect groups. */
export const groupRows = (): GroupRows => {
  let thing = new Int32Array(roomAtFirst);
  let [period, before] = [new Uint16Array(roomAtFirst), new Uint16Array(roomAtFirst)];
  let count = new Uint32Array(roomAtFirst);
  let size = 0;
  const grow = (): void => {
    const wider = <A extends Int32Array | Uint16Array | Uint32Array>(values: A, room: A): A => {
      room.set(values);
      return room;
    };
    thing = wider(thing, new Int32Array(2 * size));
    period = wider(period, new Uint16Array(2 * size));
    before = wider(before, new Uint16Array(2 * size));
    count = wider(count, new Uint32Array(2 * size));
  };
  return {
    add: (of, at, then, number) => {
      if (size === thing.length) grow();
      thing[size] = of;
      period[size] = at;
      before[size] = then;
      count[size++] = number;
    },
    done: () => ({
      thing: thing.subarray(0, size),
      period: period.subarray(0, size),
      before: before.subarray(0, size),
      count: count.subarray(0, size),
    }),
  };
};

/** What is added to the visitors of things, and what is taken away: some people are counted anew. */
interface VisitorChange {
  readonly added: BoardVisitorGroups;
  readonly earlier: BoardVisitorGroups;
}

/**
 * Collects groups of visitors over a change of some of them: where a change has groups of a thing, equal ones
 * add up, and none is left of those that come to 0.
 *
 * @param things - how many there are
 * @param periods - more than any period
 */
export const changedRows = (
  { added, earlier }: VisitorChange,
  things: number,
  periods: number,
): GroupRows => {
  const rows = groupRows();
  const changed = new Uint8Array(things);
  const counts = new Map<number, number>();
  const change = (thing: number, period: number, before: number, count: number): void => {
    const key = (thing * periods + period) * (periods + 1) + before;
    counts.set(key, (counts.get(key) ?? 0) + count);
  };
  const take = ({ board, period, before, count }: BoardVisitorGroups, sign: 1 | -1): void => {
    for (let row = 0; row < board.length; row++) {
      change(board[row]!, period[row]!, before[row]!, sign * count[row]!);
    }
  };
  take(added, 1);
  take(earlier, -1);
  for (const [key, count] of counts) {
    if (count === 0) counts.delete(key);
    else changed[Math.floor(key / (periods + 1) / periods)] = 1;
  }
  return {
    add: (thing, period, before, count) => {
      if (changed[thing] === 1) change(thing, period, before, count);
      else rows.add(thing, period, before, count);
    },
    done: () => {
      for (const [key, count] of counts) {
        const at = Math.floor(key / (periods + 1));
        const [thing, period] = [Math.floor(at / periods), at % periods];
        if (count > 0) rows.add(thing, period, key % (periods + 1), count);
      }
      return rows.done();
    },
  };
};
