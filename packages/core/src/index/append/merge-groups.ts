import { type Renumbering, unknownBefore } from './renumbering.js';

/** How rows in groups are put together from old and added ones. */
export interface GroupMerge {
  readonly oldStarts: Uint32Array;
  readonly addedStarts: Uint32Array;
  readonly renumbered: Renumbering;
  /** Makes room for so many rows. */
  readonly begin: (size: number) => void;
  /** How many of a group's added rows fall together with old ones. */
  readonly overlap: (group: number, oldGroup: number) => number;
  /** Takes over old rows as they are. */
  readonly copy: (from: number, to: number, at: number) => void;
  /** Puts together the rows of one group. */
  readonly merge: (group: number, oldGroup: number, at: number) => void;
}

const startsAfter = (how: GroupMerge): Uint32Array => {
  const { oldStarts, addedStarts, renumbered, overlap } = how;
  const starts = new Uint32Array(renumbered.length + 1);
  for (let group = 0; group < renumbered.length; group++) {
    const old = renumbered[group]!;
    const added = addedStarts[group + 1]! - addedStarts[group]!;
    const kept = old === unknownBefore ? 0 : oldStarts[old + 1]! - oldStarts[old]!;
    const common = added === 0 || kept === 0 ? 0 : overlap(group, old);
    starts[group + 1] = starts[group]! + kept + added - common;
  }
  return starts;
};

/**
 * Merges groups of rows. Runs of groups to which nothing was added, and which stood together before,
 * are taken over in one piece.
 */
export const mergeGroups = (how: GroupMerge): Uint32Array => {
  const { oldStarts, addedStarts, renumbered } = how;
  const starts = startsAfter(how);
  how.begin(starts[renumbered.length]!);
  for (let group = 0; group < renumbered.length; ) {
    const old = renumbered[group]!;
    const at = starts[group]!;
    if (addedStarts[group] !== addedStarts[group + 1] || old === unknownBefore) {
      how.merge(group, old, at);
      group++;
      continue;
    }
    let last = old;
    do {
      group++;
      last++;
    } while (
      group < renumbered.length &&
      renumbered[group] === last &&
      addedStarts[group] === addedStarts[group + 1]
    );
    how.copy(oldStarts[old]!, oldStarts[last]!, at);
  }
  return starts;
};
