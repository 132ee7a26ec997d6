import { contentKinds } from '../../events/columns.js';
import type { BoardVisits } from '../index-visits.js';
import type { Ledger } from '../ledger.js';
import { firstMarkFrom, type Timelines } from '../timelines.js';
import { countBelow } from '../wavelet.js';
import { editWavelet } from './edit-wavelet.js';
import {
  entryOf,
  type Lanes,
  type Places,
  placesOf,
  type ReturnEdits,
  slotOf,
} from './return-edits.js';

/*
 * The entries that one owner makes. Those of days before the first new one are the same as ever, so
 * only entries from a day on (`since`) are made, and the day before them is looked up.
 */

/** Days in any order as entries of one lane; `before` is one more than the day before them all. */
const entriesInLane = (
  codes: number[],
  before: number,
  lane: number,
  days: number,
): readonly number[] => {
  const entries: number[] = [];
  if (codes.length > 1) codes.sort((a, b) => a - b);
  for (const code of codes) {
    if (code + 1 === before) continue;
    entries.push(entryOf(lane, days, code, before));
    before = code + 1;
  }
  return entries;
};

/** A person's days of visits as entries of the one lane of all visitors. */
export const visitEntries = (
  { starts, second }: Ledger,
  person: number,
  days: number,
  since: number,
): readonly number[] => {
  const codes: number[] = [];
  let before = 0;
  for (let row = starts[person]!; row < starts[person + 1]!; row++) {
    const code = second[row]!;
    if (code >= since) codes.push(code);
    else if (code >= before) before = code + 1;
  }
  return entriesInLane(codes, before, 0, days);
};

/** A person's visits as entries of the lanes of the boards. */
export const boardEntries = (
  { starts, first, second }: Ledger,
  person: number,
  days: number,
  since: number,
): readonly number[] => {
  const entries: number[] = [];
  for (let row = starts[person]!; row < starts[person + 1]!; row++) {
    if (second[row]! < since) continue;
    const isFirst = row === starts[person] || first[row - 1] !== first[row];
    entries.push(entryOf(first[row]!, days, second[row]!, isFirst ? 0 : second[row - 1]! + 1));
  }
  return entries;
};

/** A member's days of content as entries of the lane of a role; none for who is no member. */
export const activeEntries = (
  { starts, marks }: Timelines,
  person: number,
  role: number | null,
  days: number,
  since: number,
): readonly number[] => {
  if (role === null) return [];
  const knownUsers = (starts.length - 1) / contentKinds.length;
  const codes: number[] = [];
  let before = 0;
  for (let thing = person; thing < starts.length - 1; thing += knownUsers) {
    const end = starts[thing + 1]!;
    const first = firstMarkFrom(marks, starts[thing]!, end, 2 * since);
    if (first > starts[thing]!) before = Math.max(before, (marks[first - 1]! >>> 1) + 1);
    for (let at = first; at < end; at++) codes.push(marks[at]! >>> 1);
  }
  return entriesInLane(codes, before, role, days);
};

const editMarks = (
  old: Uint16Array,
  { removed, inserted, come }: Places,
  days: number,
): Uint16Array => {
  const marks = new Uint16Array(old.length - removed.length + inserted.length);
  let read = 0;
  let written = 0;
  const copyTo = (position: number): void => {
    marks.set(old.subarray(read, position), written);
    written += position - read;
    read = position;
  };
  for (let insert = 0, remove = 0; insert < inserted.length || remove < removed.length; ) {
    const isInsert =
      insert < inserted.length &&
      (remove === removed.length || inserted[insert]! <= removed[remove]!);
    copyTo(isInsert ? inserted[insert]! : removed[remove]!);
    if (isInsert) marks[written++] = 2 * (slotOf(come[insert++]!) % days);
    else {
      remove++;
      read++;
    }
  }
  copyTo(old.length);
  return marks;
};

const boardStartsAfter = (old: Uint32Array, { gone, come }: Places, lanes: Lanes): Uint32Array => {
  const { renumbered, days, daysBefore } = lanes;
  const size = new Int32Array(old.length - 1);
  for (let board = 0; board < size.length; board++) size[board] = old[board + 1]! - old[board]!;
  for (const entry of gone) size[Math.floor(slotOf(entry) / daysBefore)]!--;
  const starts = new Uint32Array(renumbered.length + 1);
  for (const entry of come) starts[Math.floor(slotOf(entry) / days) + 1]!++;
  for (const [board, before] of renumbered.entries()) {
    starts[board + 1]! += starts[board]! + (before < 0 ? 0 : size[before]!);
  }
  return starts;
};

/** Visits of boards after edits. The lanes are the boards. */
export const editBoardVisits = (
  { days: { starts, marks }, before }: BoardVisits,
  edits: ReturnEdits,
  lanes: Lanes,
): BoardVisits => {
  const { days, daysBefore } = lanes;
  const places = placesOf(edits, lanes, (slot, value) => {
    const board = Math.floor(slot / daysBefore);
    const start = starts[board]!;
    if (start === marks.length) return start;
    const code = slot % daysBefore;
    const first = firstMarkFrom(marks, start, starts[board + 1]!, 2 * code);
    if (value === 0) return first;
    return (
      first +
      countBelow(
        before,
        first,
        firstMarkFrom(marks, first, starts[board + 1]!, 2 * code + 2),
        value,
      )
    );
  });
  return {
    days: {
      starts: boardStartsAfter(starts, places, lanes),
      marks: editMarks(marks, places, days),
    },
    before: editWavelet(before, places),
  };
};
