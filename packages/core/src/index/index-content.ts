import { type ContentColumns, contentKinds, type EventColumns } from '../events/columns.js';
import { roles } from '../model/role.js';
import type { CodedRows } from './coded-rows.js';
import { type DistinctDays, distinctDaysOf, seenThatDay } from './distinct-days.js';
import { plainMarks, type Timelines, timelinesOf } from './timelines.js';
import { countKeys, everybody } from './total-keys.js';

type ContentRows = CodedRows<ContentColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'boards'>;

const postKind = contentKinds.indexOf('posts');

/** Adds content to the counts of its days: of everybody, by role, and to peers by role. */
export const addContent = (
  added: Uint32Array,
  stride: number,
  { code, kind, author, toPeer }: ContentRows,
  { members }: Roster,
): void => {
  const keyOf = contentKinds.map((_, of) =>
    [...roles.keys(), everybody].map((role) => stride * countKeys.content(of, role)),
  );
  const peerKeyOf = roles.map((_, role) => stride * countKeys.toPeers(role));
  for (let row = 0; row < code.length; row++) {
    const slot = code[row]! + 1;
    const keys = keyOf[kind[row]!]!;
    added[keys[everybody]! + slot]!++;
    const person = author[row]!;
    if (person < 0 || person >= members.role.length) continue;
    const role = members.role[person]!;
    added[keys[role]! + slot]!++;
    if (toPeer[row] === 1) added[peerKeyOf[role]! + slot]!++;
  }
};

/** What each known user created, kind after kind; the lowest bit of a mark says that it was to a peer. */
export const contentTimelines = (
  { code, kind, author, toPeer }: ContentRows,
  { knownUsers }: Roster,
): Timelines => {
  const thing = new Int32Array(code.length);
  const mark = new Uint16Array(code.length);
  for (let row = 0; row < code.length; row++) {
    const person = author[row]!;
    thing[row] = person < 0 ? -1 : kind[row]! * knownUsers + person;
    mark[row] = 2 * code[row]! + toPeer[row]!;
  }
  return timelinesOf(thing, mark, contentKinds.length * knownUsers);
};

/** The days of posts on each board. */
export const postTimelines = (
  { code, kind, board }: ContentRows,
  { boards }: Roster,
): Timelines => {
  const thing = new Int32Array(code.length);
  for (let row = 0; row < code.length; row++)
    thing[row] = kind[row] === postKind ? board[row]! : -1;
  return timelinesOf(thing, plainMarks(code), boards.ids.length);
};

/** On which days members were active, by role (2.6, sentence 3). */
export const activeDays = (
  { code, author }: ContentRows,
  { members }: Roster,
  days: number,
): DistinctDays => {
  const last = new Uint16Array(members.role.length);
  const before = new Uint16Array(code.length).fill(seenThatDay);
  const role = new Int8Array(code.length);
  for (let row = 0; row < code.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= last.length) continue;
    const seen = code[row]! + 1;
    if (last[person] === seen) continue;
    before[row] = last[person]!;
    role[row] = members.role[person]!;
    last[person] = seen;
  }
  return distinctDaysOf(role, code, before, roles.length, days);
};
