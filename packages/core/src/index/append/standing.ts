import { contentKinds } from '../../events/columns.js';
import type { Directory, IndexedMembers } from '../directory.js';
import type { Ledger } from '../ledger.js';
import type { Timelines } from '../timelines.js';
import { amountKeys, countKeys } from '../total-keys.js';
import { type Renumbering, unknownBefore } from './renumbering.js';

/** The code of a person's role, `null` for who is no current member. */
export const roleOf = ({ role }: IndexedMembers, person: number): number | null =>
  role[person] ?? null;

/** Somebody who was known before and has another role now, or none. */
export interface ChangedStanding {
  readonly person: number;
  /** The code that the person had before. */
  readonly old: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** Everybody whose standing changed. */
export const changedStandings = (
  before: Directory,
  after: Directory,
  renumbered: Renumbering,
): readonly ChangedStanding[] => {
  const changed: ChangedStanding[] = [];
  for (let person = 0; person < renumbered.length; person++) {
    const old = renumbered[person]!;
    if (old === unknownBefore) continue;
    const was = roleOf(before.members, old);
    const is = roleOf(after.members, person);
    if (was !== is) changed.push({ person, old, before: was, after: is });
  }
  return changed;
};

/** What is known of the events of single people: people numbered as before, days and words as now. */
export interface PastEvents {
  readonly content: Timelines;
  readonly visits: Ledger;
  readonly attachments: Ledger;
}

/** Moves what somebody did from the totals of one role to those of another. */
export const moveTotals = (
  { content, visits, attachments }: PastEvents,
  { old: person, before, after }: ChangedStanding,
  counts: Uint32Array,
  amounts: Float64Array,
  stride: number,
): void => {
  const move = (keyOf: (role: number) => number, code: number, count: number): void => {
    if (before !== null) counts[keyOf(before) * stride + code + 1]! -= count;
    if (after !== null) counts[keyOf(after) * stride + code + 1]! += count;
  };
  const knownUsers = (content.starts.length - 1) / contentKinds.length;
  for (const kind of contentKinds.keys()) {
    const thing = kind * knownUsers + person;
    for (let at = content.starts[thing]!; at < content.starts[thing + 1]!; at++) {
      const mark = content.marks[at]!;
      move((role) => countKeys.content(kind, role), mark >>> 1, 1);
      if ((mark & 1) === 1) move(countKeys.toPeers, mark >>> 1, 1);
    }
  }
  for (let row = attachments.starts[person]!; row < attachments.starts[person + 1]!; row++) {
    const keyOf = (role: number): number => countKeys.attachments(attachments.second[row]!, role);
    move(keyOf, attachments.first[row]!, attachments.amount[row]!);
  }
  const secondsKey = (role: number | null): number =>
    role === null ? amountKeys.secondsOfOthers : amountKeys.seconds(role);
  for (let row = visits.starts[person]!; row < visits.starts[person + 1]!; row++) {
    const slot = visits.second[row]! + 1;
    amounts[secondsKey(before) * stride + slot]! -= visits.amount[row]!;
    amounts[secondsKey(after) * stride + slot]! += visits.amount[row]!;
  }
};
