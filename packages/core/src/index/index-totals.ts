import { contentKinds } from '../events/columns.js';
import type { GroupedColumns } from '../events/grouped.js';
import { amountKeys, countKeys, everybody } from './total-keys.js';
import { type Totals, totalsOf } from './totals.js';
import { codesAmong, countWords, type Words } from './words.js';

/** The columns of the periods of an index. */
export interface Columns {
  /** The column of each period in which anything happened. */
  readonly of: Uint16Array;
  /** How many there are. */
  readonly count: number;
}

/** Adds a number under a key, in a period. */
type Add = (key: number, period: number, amount: number) => void;

const adding = (added: Uint32Array | Float64Array, { of, count }: Columns): Add => {
  const stride = count + 1;
  return (key, period, amount) => {
    added[key * stride + of[period]! + 1]! += amount;
  };
};

/** The code of the empty set of flags. */
const unflagged = 0;

// Scans count under a few keys; which ones depends on their type and flags alone.
const addScans = (add: Add, { scans, scannedTypes, flagSets }: GroupedColumns, words: Words) => {
  const sizes = countWords(words);
  const types = codesAmong(words.scannedTypes, scannedTypes);
  const sets = flagSets.map((set) => codesAmong(words.flags, [...new Set(set)]));
  const { period, type, flags, removed, count } = scans;
  for (let row = 0; row < period.length; row++) {
    const isFlagged = flags[row] !== unflagged;
    const number = count[row]!;
    add(countKeys.scans, period[row]!, number);
    add(countKeys.scannedType(sizes, types[type[row]!]!), period[row]!, number);
    if (isFlagged) add(countKeys.flagged, period[row]!, number);
    if (isFlagged || removed[row] === 1) add(countKeys.violations, period[row]!, number);
    for (const flag of sets[flags[row]!]!) add(countKeys.flag(sizes, flag), period[row]!, number);
  }
};

const addContent = (
  added: Uint32Array,
  { of, count: columns }: Columns,
  { content, members }: GroupedColumns,
): void => {
  const stride = columns + 1;
  const { role } = members;
  for (const [kind, name] of contentKinds.entries()) {
    const { thing, period, count } = content[name];
    const all = countKeys.content(kind, everybody) * stride + 1;
    const first = countKeys.content(kind, 0) * stride + 1;
    for (let row = 0; row < thing.length; row++) {
      const column = of[period[row]!]!;
      const number = count === undefined ? 1 : count[row]!;
      added[all + column]! += number;
      const member = thing[row]!;
      if (member >= 0 && member < role.length)
        added[first + role[member]! * stride + column]! += number;
    }
  }
};

/** The totals of everything that is counted. */
export const countsOf = (
  grouped: GroupedColumns,
  joined: Uint16Array,
  words: Words,
  columns: Columns,
): Totals => {
  const added = new Uint32Array(countKeys.size(countWords(words)) * (columns.count + 1));
  const add = adding(added, columns);
  addContent(added, columns, grouped);
  const { toPeers, attachments, members } = grouped;
  for (let row = 0; row < toPeers.period.length; row++) {
    add(countKeys.toPeers(toPeers.role[row]!), toPeers.period[row]!, toPeers.count[row]!);
  }
  for (let member = 0; member < joined.length; member++) {
    add(countKeys.joined(members.role[member]!), joined[member]!, 1);
  }
  const categories = codesAmong(words.attachmentCategories, grouped.attachmentCategories);
  for (let row = 0; row < attachments.period.length; row++) {
    const key = countKeys.attachments(
      categories[attachments.category[row]!]!,
      attachments.role[row]!,
    );
    add(key, attachments.period[row]!, attachments.count[row]!);
  }
  addScans(add, grouped, words);
  return totalsOf(added, columns.count);
};

/** The totals of seconds and microseconds. */
export const amountsOf = (
  { engagement, scans }: GroupedColumns,
  columns: Columns,
): Totals<Float64Array> => {
  const added = new Float64Array(amountKeys.size * (columns.count + 1));
  const add = adding(added, columns);
  for (let row = 0; row < engagement.period.length; row++) {
    add(
      amountKeys.seconds(engagement.group[row]!),
      engagement.period[row]!,
      engagement.seconds[row]!,
    );
  }
  for (let row = 0; row < scans.period.length; row++) {
    add(amountKeys.scanTime, scans.period[row]!, scans.micros[row]!);
  }
  return totalsOf(added, columns.count);
};
