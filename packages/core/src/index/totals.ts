import { roles } from '../api/organizations.js';
import {
  type AttachmentColumns,
  type ContentKind,
  contentKinds,
  type EventColumns,
  type ScanColumns,
  type VisitColumns,
} from '../events/columns.js';
import type { ContentEvents } from './content.js';
import type { Run, WithColumn } from './periods.js';
import type { Texts } from './stored-texts.js';

/*
 * Sums that add up over periods: for each key the total before every period, so that any run of periods is
 * one difference. A key under which nothing ever happened takes no room.
 */

/** Totals of counts, or of amounts that may outgrow 32 bits. */
export interface Totals<Sums extends Uint32Array | Float64Array = Uint32Array> {
  /** Where the totals of a key begin in `sums`; -1 where nothing ever happened. */
  readonly starts: Int32Array;
  /** One total before each period, and one of all, for each key that occurs. */
  readonly sums: Sums;
}

/**
 * Makes totals of what was added in each period.
 *
 * @param added - for each key, 0 and then one number a period; turned into totals in place
 */
export const totalsOf = <Sums extends Uint32Array | Float64Array>(
  added: Sums,
  periods: number,
): Totals<Sums> => {
  const stride = periods + 1;
  const starts = new Int32Array(added.length / stride).fill(-1);
  let used = 0;
  for (let key = 0; key < starts.length; key++) {
    const start = key * stride;
    for (let at = start + 1; at < start + stride; at++) added[at]! += added[at - 1]!;
    if (added[start + periods] === 0) continue;
    added.copyWithin(used, start, start + stride);
    starts[key] = used;
    used += stride;
  }
  return { starts, sums: added.slice(0, used) as Sums };
};

/** The total of a key over a run. */
export const total = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  key: number,
  { from, to }: Run,
): number => {
  const start = starts[key]!;
  return start < 0 ? 0 : sums[start + to]! - sums[start + from]!;
};

/** The total over a run of some roles, whose keys follow the one of the first role. */
export const totalOfRoles = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  firstKey: number,
  roleMask: number,
  { from, to }: Run,
): number => {
  let sum = 0;
  // A series asks this for each month: no list of roles, and no call for each of them.
  for (let left = roleMask; left !== 0; left &= left - 1) {
    const start = starts[firstKey + 31 - Math.clz32(left & -left)]!;
    if (start >= 0) sum += sums[start + to]! - sums[start + from]!;
  }
  return sum;
};

/*
 * The keys under which totals by period are kept: one for every number that adds up over periods, each a
 * stretch of keys laid out behind the one before.
 */

/** The words that events carry, each list ascending: a word's code is its position. */
export interface Words<List extends Texts = Texts> {
  readonly attachmentCategories: List;
  readonly scannedTypes: List;
  readonly flags: List;
}

/** In the place of a role: everybody, known or not. */
export const everybody = roles.length;

const perRole = roles.length + 1;
const toPeersFirst = contentKinds.length * perRole;
const joinedFirst = toPeersFirst + roles.length;
const scansFirst = joinedFirst + roles.length;
const firstWordKey = scansFirst + 3;

/** Keys of `counts`. */
export const countKeys = {
  content: (kind: number, role: number): number => kind * perRole + role,
  toPeers: (role: number): number => toPeersFirst + role,
  joined: (role: number): number => joinedFirst + role,
  scans: scansFirst,
  flagged: scansFirst + 1,
  violations: scansFirst + 2,
  attachments: (category: number, role: number): number =>
    firstWordKey + category * roles.length + role,
  scannedType: ({ attachmentCategories }: Words, type: number): number =>
    countKeys.attachments(attachmentCategories.length, type),
  flag: (words: Words, flag: number): number =>
    countKeys.scannedType(words, words.scannedTypes.length + flag),
  size: (words: Words): number => countKeys.flag(words, words.flags.length),
};

/** Keys of `amounts`. */
export const amountKeys = {
  /** Seconds of visits by members of a role, then by other known users, then by anonymous visitors. */
  seconds: (group: number): number => group,
  /** Microseconds that scans took: whole numbers add up to the same in any order. */
  scanTime: roles.length + 2,
  size: roles.length + 3,
};

/** What one pass over all content gives. */
export interface ContentSums {
  /** What was added under the keys of content and of `toPeers`, which are the first ones: see `totalsOf`. */
  readonly added: Uint32Array;
  /** For each member, bits of the columns in which they created anything. */
  readonly active: Uint32Array;
  /** How many numbers the bits of one member take. */
  readonly words: number;
}

/** Adds up content of everybody, by role, and to peers; notes when members were active. */
export const contentSumsOf = (
  content: Readonly<Record<ContentKind, ContentEvents>>,
  role: Uint8Array,
  columns: number,
): ContentSums => {
  const stride = columns + 1;
  const words = (columns + 31) >>> 5;
  const added = new Uint32Array(countKeys.joined(0) * stride);
  const active = new Uint32Array(role.length * words);
  const peers = countKeys.toPeers(0) * stride + 1;
  for (const [kind, name] of contentKinds.entries()) {
    const { thing, column: columnOf, toPeer } = content[name];
    const all = countKeys.content(kind, everybody) * stride + 1;
    const first = countKeys.content(kind, 0) * stride + 1;
    for (let row = 0; row < thing.length; row++) {
      const column = columnOf[row]!;
      added[all + column]!++;
      const member = thing[row]!;
      if (member < 0 || member >= role.length) continue;
      const ofRole = role[member]! * stride + column;
      added[first + ofRole]!++;
      added[peers + ofRole]! += toPeer[row]!;
      active[member * words + (column >>> 5)]! |= 1 << (column & 31);
    }
  }
  return { added, active, words };
};

/** The codes among `words` of the words that the columns number in their own way. */
const codesAmong = (words: readonly string[], named: readonly string[]): Int32Array => {
  const codes = new Map(words.map((word, code) => [word, code]));
  return Int32Array.from(named, (word) => codes.get(word) ?? -1);
};

/** The code of the empty set of flags. */
const unflagged = 0;

/** The totals of everything that is counted; `joined` has the column of each member. */
export const countsOf = (
  { members: { role }, ...names }: EventColumns,
  {
    attachments,
    scans,
    joined,
  }: {
    readonly attachments: WithColumn<AttachmentColumns>;
    readonly scans: WithColumn<ScanColumns>;
    readonly joined: Uint16Array;
  },
  content: ContentSums,
  words: Words<readonly string[]>,
  columns: number,
): Totals => {
  const stride = columns + 1;
  const added = new Uint32Array(countKeys.size(words) * stride);
  added.set(content.added);
  const add = (key: number, column: number): void => {
    added[key * stride + column + 1]!++;
  };
  for (let member = 0; member < joined.length; member++) {
    add(countKeys.joined(role[member]!), joined[member]!);
  }
  const categories = codesAmong(words.attachmentCategories, names.attachmentCategories);
  for (let row = 0; row < attachments.column.length; row++) {
    const author = attachments.author[row]!;
    if (author < 0 || author >= role.length) continue;
    const category = categories[attachments.category[row]!]!;
    add(countKeys.attachments(category, role[author]!), attachments.column[row]!);
  }
  // A scan counts under a few keys; which ones depends on its type and flags alone.
  const types = codesAmong(words.scannedTypes, names.scannedTypes);
  const sets = names.flagSets.map((set) => codesAmong(words.flags, [...new Set(set)]));
  for (let row = 0; row < scans.column.length; row++) {
    const column = scans.column[row]!;
    const isFlagged = scans.flags[row] !== unflagged;
    add(countKeys.scans, column);
    add(countKeys.scannedType(words, types[scans.type[row]!]!), column);
    if (isFlagged) add(countKeys.flagged, column);
    if (isFlagged || scans.removed[row] === 1) add(countKeys.violations, column);
    for (const flag of sets[scans.flags[row]!]!) add(countKeys.flag(words, flag), column);
  }
  return totalsOf(added, columns);
};

/** The totals of seconds and microseconds. */
export const amountsOf = (
  { members: { role }, knownUsers }: EventColumns,
  { visitor, seconds, column }: WithColumn<VisitColumns>,
  scans: WithColumn<ScanColumns>,
  columns: number,
): Totals<Float64Array> => {
  const stride = columns + 1;
  const added = new Float64Array(amountKeys.size * stride);
  for (let row = 0; row < visitor.length; row++) {
    const person = visitor[row]!;
    const isMember = person >= 0 && person < role.length;
    const other = person < knownUsers ? roles.length : roles.length + 1;
    const first = amountKeys.seconds(isMember ? role[person]! : other) * stride + 1;
    added[first + column[row]!]! += seconds[row]!;
  }
  const { durationMs } = scans;
  for (let row = 0; row < durationMs.length; row++) {
    const at = amountKeys.scanTime * stride + 1 + scans.column[row]!;
    added[at]! += Math.round(1000 * durationMs[row]!);
  }
  return totalsOf(added, columns);
};
