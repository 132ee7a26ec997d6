import type { CodedRows } from './coded-rows.js';
import type { AttachmentColumns, EventColumns } from './columns.js';
import { type Narrow, narrow } from './narrow.js';
import { startsOf } from './timelines.js';
import { countKeys } from './total-keys.js';
import { codesAmong, type Words } from './words.js';

type AttachmentRows = CodedRows<AttachmentColumns>;
type Roster = Pick<EventColumns, 'members' | 'knownUsers' | 'attachmentCategories'>;

/** What each known user attached: by person, then day, then category. Kept for changes of role. */
export interface AttachmentLedger {
  readonly starts: Uint32Array;
  readonly code: Uint16Array;
  readonly category: Narrow;
}

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
    both.subarray(starts[person], starts[person + 1]).sort();
  }
  return {
    starts,
    code: new Uint16Array(both.map((value) => Math.floor(value / width))),
    category: narrow(both.map((value) => value % width)),
  };
};
