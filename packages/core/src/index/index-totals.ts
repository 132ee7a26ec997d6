import type { GroupedColumns } from '../events/grouped.js';
import type { OccupiedPeriods } from '../events/periods.js';
import { codesAmong, type Words } from './directory.js';
import type { ContentSums } from './index-people.js';
import { amountKeys, countKeys, type Totals, totalsOf } from './totals.js';

/** Adds a number under a key, in a period. */
type Add = (key: number, period: number, amount: number) => void;

const adding = (added: Uint32Array | Float64Array, { places, periods }: OccupiedPeriods): Add => {
  const stride = periods.length + 1;
  return (key, period, amount) => {
    added[key * stride + places[period]! + 1]! += amount;
  };
};

/** The code of the empty set of flags. */
const unflagged = 0;

// Scans count under a few keys; which ones depends on their type and flags alone.
const addScans = (add: Add, { scans, scannedTypes, flagSets }: GroupedColumns, words: Words) => {
  const types = codesAmong(words.scannedTypes, scannedTypes);
  const sets = flagSets.map((set) => codesAmong(words.flags, [...new Set(set)]));
  const { period, type, flags, removed, count } = scans;
  for (let row = 0; row < period.length; row++) {
    const isFlagged = flags[row] !== unflagged;
    const number = count[row]!;
    add(countKeys.scans, period[row]!, number);
    add(countKeys.scannedType(words, types[type[row]!]!), period[row]!, number);
    if (isFlagged) add(countKeys.flagged, period[row]!, number);
    if (isFlagged || removed[row] === 1) add(countKeys.violations, period[row]!, number);
    for (const flag of sets[flags[row]!]!) add(countKeys.flag(words, flag), period[row]!, number);
  }
};

/** The totals of everything that is counted. */
export const countsOf = (
  grouped: GroupedColumns,
  content: ContentSums,
  joined: Uint16Array,
  words: Words,
  columns: OccupiedPeriods,
): Totals => {
  const added = new Uint32Array(countKeys.size(words) * (columns.periods.length + 1));
  added.set(content.added);
  const add = adding(added, columns);
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
  return totalsOf(added, columns.periods.length);
};

/** The totals of seconds and microseconds. */
export const amountsOf = (
  { engagement, scans }: GroupedColumns,
  columns: OccupiedPeriods,
): Totals<Float64Array> => {
  const added = new Float64Array(amountKeys.size * (columns.periods.length + 1));
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
  return totalsOf(added, columns.periods.length);
};
