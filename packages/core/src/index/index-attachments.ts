import type { AttachmentColumns, EventColumns } from '../events/columns.js';
import type { CodedRows } from './coded-rows.js';
import type { AttachmentLedger } from './ledger.js';
import { narrow } from './narrow.js';
import { startsOf } from './timelines.js';
import { countKeys } from './total-keys.js';
import { codesAmong, type Words } from './words.js';

type AttachmentRows = CodedRows<AttachmentColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'attachmentCategories'>;

/** Adds attachments to the counts of their days, by category and role of the member. */
export const addAttachments = (
  added: Uint32Array,
  stride: number,
  { code, author, category }: AttachmentRows,
  { members, attachmentCategories }: Roster,
  words: Words,
): void => {
  const codes = codesAmong(words.attachmentCategories, attachmentCategories);
  for (let row = 0; row < code.length; row++) {
    const person = author[row]!;
    if (person < 0 || person >= members.role.length) continue;
    const key = countKeys.attachments(codes[category[row]!]!, members.role[person]!);
    added[key * stride + code[row]! + 1]!++;
  }
};

// Equal rows stand side by side: each run of them becomes one row with their number.
const countedLedger = (
  rowStarts: Uint32Array,
  both: Float64Array,
  width: number,
): AttachmentLedger => {
  const starts = new Uint32Array(rowStarts.length);
  const distinct = new Float64Array(both.length);
  const amount = new Uint32Array(both.length);
  let size = 0;
  for (let person = 0; person + 1 < rowStarts.length; person++) {
    starts[person] = size;
    for (let row = rowStarts[person]!; row < rowStarts[person + 1]!; row++) {
      if (size === starts[person] || distinct[size - 1] !== both[row])
        distinct[size++] = both[row]!;
      amount[size - 1]!++;
    }
  }
  starts[rowStarts.length - 1] = size;
  const rows = distinct.subarray(0, size);
  return {
    starts,
    first: narrow(rows.map((row) => Math.floor(row / width))),
    second: narrow(rows.map((row) => row % width)),
    amount: narrow(amount.subarray(0, size)),
  };
};

/** The ledger of attachments. */
export const attachmentLedger = (
  { code, author, category }: AttachmentRows,
  { knownUsers, attachmentCategories }: Roster,
  words: Words,
): AttachmentLedger => {
  const codes = codesAmong(words.attachmentCategories, attachmentCategories);
  const starts = startsOf(author, knownUsers);
  // One number for day and category: sorting it sorts by both.
  const width = words.attachmentCategories.length;
  const both = new Float64Array(starts[knownUsers]!);
  const next = starts.slice();
  for (let row = 0; row < code.length; row++) {
    const person = author[row]!;
    if (person >= 0) both[next[person]!++] = code[row]! * width + codes[category[row]!]!;
  }
  for (let person = 0; person < knownUsers; person++) {
    const [start, end] = [starts[person]!, starts[person + 1]!];
    if (end - start > 1) both.subarray(start, end).sort();
  }
  return countedLedger(starts, both, width);
};
