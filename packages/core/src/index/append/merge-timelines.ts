import type { Timelines } from '../timelines.js';
import { mergeGroups } from './merge-groups.js';
import { type Renumbering, unknownBefore } from './renumbering.js';

/** The timelines of old and added events together; days must be numbered alike. */
export const mergeTimelines = (
  old: Timelines,
  added: Timelines,
  renumbered: Renumbering,
): Timelines => {
  let marks = new Uint16Array(0);
  const starts = mergeGroups({
    oldStarts: old.starts,
    addedStarts: added.starts,
    renumbered,
    begin: (size) => {
      marks = new Uint16Array(size);
    },
    overlap: () => 0,
    copy: (from, to, at) => {
      marks.set(old.marks.subarray(from, to), at);
    },
    merge: (thing, oldThing, at) => {
      let left = oldThing === unknownBefore ? 0 : old.starts[oldThing]!;
      const leftEnd = oldThing === unknownBefore ? 0 : old.starts[oldThing + 1]!;
      let right = added.starts[thing]!;
      const rightEnd = added.starts[thing + 1]!;
      // Most of what is added comes after everything old.
      if (left < leftEnd && right < rightEnd && old.marks[leftEnd - 1]! <= added.marks[right]!) {
        marks.set(old.marks.subarray(left, leftEnd), at);
        marks.set(added.marks.subarray(right, rightEnd), at + leftEnd - left);
        return;
      }
      while (left < leftEnd || right < rightEnd) {
        const fromOld =
          right === rightEnd || (left < leftEnd && old.marks[left]! <= added.marks[right]!);
        marks[at++] = fromOld ? old.marks[left++]! : added.marks[right++]!;
      }
    },
  });
  return { starts, marks };
};
