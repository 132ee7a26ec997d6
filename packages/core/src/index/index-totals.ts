import type {
  AttachmentColumns,
  ContentColumns,
  EventColumns,
  PlayColumns,
  ScanColumns,
  VisitColumns,
} from '../events/columns.js';
import type { CodedRows } from './coded-rows.js';
import { addAttachments } from './index-attachments.js';
import { addContent } from './index-content.js';
import { addVisits } from './index-visits.js';
import { amountKeys, countKeys } from './total-keys.js';
import { codesAmong, countWords, type Words } from './words.js';

type ScanRows = CodedRows<ScanColumns>;

/** The code of the empty set of flags. */
const unflagged = 0;

// A scan counts on its day under each of a few keys; which ones depends on its type and flags alone.
const addScans = (
  added: Uint32Array,
  stride: number,
  { code, type, removed, flags }: ScanRows,
  { scannedTypes, flagSets }: EventColumns,
  words: Words,
): void => {
  const sizes = countWords(words);
  const typeKeys = codesAmong(words.scannedTypes, scannedTypes).map((one) =>
    countKeys.scannedType(sizes, one),
  );
  const flagKeys = flagSets.map((set) =>
    codesAmong(words.flags, set).map((one) => countKeys.flag(sizes, one)),
  );
  const add = (key: number, row: number): void => {
    added[key * stride + code[row]! + 1]!++;
  };
  for (let row = 0; row < code.length; row++) {
    add(countKeys.scans, row);
    add(typeKeys[type[row]!]!, row);
    const isFlagged = flags[row] !== unflagged;
    if (isFlagged) add(countKeys.flagged, row);
    if (isFlagged || removed[row] === 1) add(countKeys.violations, row);
    for (const key of flagKeys[flags[row]!]!) add(key, row);
  }
};

/** Event tables with the code of each day, as many as there are. */
export interface CodedEvents {
  readonly content: CodedRows<ContentColumns>;
  readonly visits: CodedRows<VisitColumns>;
  readonly attachments: CodedRows<AttachmentColumns>;
  readonly plays: CodedRows<PlayColumns>;
  readonly scans: ScanRows;
}

/** What the events add to the counts: for each key a 0, and then the number of each day. */
export const countsAdded = (
  rows: CodedEvents,
  columns: EventColumns,
  words: Words,
  days: number,
): Uint32Array => {
  const stride = days + 1;
  const added = new Uint32Array(countKeys.size(countWords(words)) * stride);
  addContent(added, stride, rows.content, columns);
  addAttachments(added, stride, rows.attachments, columns, words);
  addScans(added, stride, rows.scans, columns, words);
  return added;
};

/** What the events add to the amounts, laid out in the same way. */
export const amountsAdded = (
  rows: CodedEvents,
  columns: EventColumns,
  days: number,
): Float64Array => {
  const stride = days + 1;
  const added = new Float64Array(amountKeys.size * stride);
  addVisits(added, stride, rows.visits, columns);
  const { code, durationMs } = rows.scans;
  const start = amountKeys.scanTime * stride + 1;
  for (let row = 0; row < code.length; row++) {
    added[start + code[row]!]! += Math.round(1000 * durationMs[row]!);
  }
  return added;
};
