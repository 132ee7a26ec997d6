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

/** No group was this one. */
const neverNext = unknownBefore - 1;

/** Where groups begin afterwards, and the groups that each piece begins with. */
const laidOut = ({ oldStarts, addedStarts, renumbered, overlap }: GroupMerge) => {
  const starts = new Uint32Array(renumbered.length + 1);
  const pieces: number[] = [];
  let size = 0;
  let next = neverNext;
  for (let group = 0; group < renumbered.length; group++) {
    const old = renumbered[group]!;
    const added = addedStarts[group + 1]! - addedStarts[group]!;
    const kept = old === unknownBefore ? 0 : oldStarts[old + 1]! - oldStarts[old]!;
    if (old !== next || added > 0) pieces.push(group);
    // Behind a group that is merged a new piece begins whatever comes.
    next = added > 0 || old === unknownBefore ? neverNext : old + 1;
    size += kept + added - (added === 0 || kept === 0 ? 0 : overlap(group, old));
    starts[group + 1] = size;
  }
  return { starts, pieces };
};

/**
 * Merges groups of rows. Runs of groups to which nothing was added, and which stood together before,
 * are taken over in one piece.
 */
export const mergeGroups = (how: GroupMerge): Uint32Array => {
  const { oldStarts, addedStarts, renumbered } = how;
  const { starts, pieces } = laidOut(how);
  how.begin(starts[renumbered.length]!);
  for (const [piece, group] of pieces.entries()) {
    const end = pieces[piece + 1] ?? renumbered.length;
    const old = renumbered[group]!;
    const isMerged = addedStarts[group] !== addedStarts[group + 1] || old === unknownBefore;
    if (isMerged) how.merge(group, old, starts[group]!);
    else how.copy(oldStarts[old]!, oldStarts[old + end - group]!, starts[group]!);
  }
  return starts;
};
