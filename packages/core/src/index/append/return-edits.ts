import { type Renumbering, unknownBefore } from './renumbering.js';

/*
 * Entries of a sequence of returns - on a day, with the day before - that go or come. A sequence runs
 * lane by lane (a role, a board), in each by day, on each day by value. An entry is one number made of
 * lane, day and value, so that numeric order is the order of the sequence.
 */

/** Values are below this. */
const valuesMax = 65_536;

/** How lanes and days are numbered before and after. */
export interface Lanes {
  readonly days: number;
  readonly daysBefore: number;
  readonly renumbered: Renumbering;
  /** For a lane that is new, the old lane that it comes before. */
  readonly comesBefore: Int32Array;
}

/** Lanes, with the place of those that are new among the old. */
export const lanesOf = (
  days: number,
  daysBefore: number,
  renumbered: Renumbering,
  lanesBefore: number,
): Lanes => {
  const comesBefore = new Int32Array(renumbered.length);
  let next = lanesBefore;
  for (let lane = renumbered.length - 1; lane >= 0; lane--) {
    if (renumbered[lane] !== unknownBefore) next = renumbered[lane]!;
    comesBefore[lane] = next;
  }
  return { days, daysBefore, renumbered, comesBefore };
};

/** The entry of a lane and day with a value: one more than the code of the day before. */
export const entryOf = (lane: number, days: number, code: number, value: number): number =>
  (lane * days + code) * valuesMax + value;

/** What an entry is made of; the slot is its lane and day. */
export const slotOf = (entry: number): number => Math.floor(entry / valuesMax);
export const valueOf = (entry: number): number => entry % valuesMax;

/**
 * An entry as it would have been numbered before. What could not have been there before falls between
 * two numbers: just before its place.
 */
const asBefore = ({ days, daysBefore, renumbered, comesBefore }: Lanes, entry: number): number => {
  const slot = slotOf(entry);
  const lane = Math.floor(slot / days);
  const old = renumbered[lane]!;
  if (old === unknownBefore) return entryOf(comesBefore[lane]!, daysBefore, 0, 0) - 0.5;
  const code = slot % days;
  return code < daysBefore
    ? entryOf(old, daysBefore, code, valueOf(entry))
    : entryOf(old + 1, daysBefore, 0, 0) - 0.5;
};

/** Entries that go, numbered as before, and entries that come, numbered as after. */
export interface ReturnEdits {
  readonly gone: number[];
  readonly come: number[];
}

/** Notes what differs between the entries of one owner before and after, both ascending. */
export const noteDifference = (
  before: readonly number[],
  after: readonly number[],
  lanes: Lanes,
  edits: ReturnEdits,
): void => {
  let left = 0;
  let right = 0;
  while (left < before.length || right < after.length) {
    const order =
      left === before.length
        ? 1
        : right === after.length
          ? -1
          : before[left]! - asBefore(lanes, after[right]!);
    if (order < 0) edits.gone.push(before[left]!);
    if (order > 0) edits.come.push(after[right]!);
    if (order <= 0) left++;
    if (order >= 0) right++;
  }
};

/** Where a sequence is cut and filled. */
export interface Places {
  /** Ascending positions of what goes. */
  readonly removed: Uint32Array;
  /** Ascending positions before which comes what comes. */
  readonly inserted: Uint32Array;
  readonly values: Uint16Array;
  /** What goes, numbered as before, and what comes, numbered as after, ascending. */
  readonly gone: Float64Array;
  readonly come: Float64Array;
}

/** The positions of entries that ascend; equal entries have positions side by side. */
export const distinctPositions = (
  entries: Float64Array,
  positionOf: (entry: number) => number,
): Uint32Array => {
  const positions = new Uint32Array(entries.length);
  for (let at = 0; at < entries.length; at++) {
    const isRepeated = at > 0 && entries[at] === entries[at - 1];
    positions[at] = isRepeated ? positions[at - 1]! + 1 : positionOf(entries[at]!);
  }
  return positions;
};

/**
 * Looks up the positions of edits.
 *
 * @param positionOf - the first position of an old slot whose value is not below the one given
 */
export const placesOf = (
  edits: ReturnEdits,
  lanes: Lanes,
  positionOf: (slot: number, value: number) => number,
): Places => {
  const gone = Float64Array.from(edits.gone).sort();
  const come = Float64Array.from(edits.come).sort();
  const removed = distinctPositions(gone, (entry) => positionOf(slotOf(entry), valueOf(entry)));
  const inserted = Uint32Array.from(come, (entry) => {
    const place = Math.ceil(asBefore(lanes, entry));
    return positionOf(slotOf(place), valueOf(place));
  });
  return { removed, inserted, values: Uint16Array.from(come, valueOf), gone, come };
};
