import { codesOf } from '../calendar.js';
import type { Ledger } from '../ledger.js';
import { narrow } from '../narrow.js';
import type { GrowingIndex } from '../organization-index.js';
import type { Timelines } from '../timelines.js';
import { codesAmong, type Words } from '../words.js';
import { inverseOf, type Renumberings } from './renumbering.js';

const isIdentity = (codes: Uint16Array | Int32Array): boolean => {
  for (let at = 0; at < codes.length; at++) if (codes[at] !== at) return false;
  return true;
};

const recodedMarks = ({ starts, marks }: Timelines, codes: Uint16Array): Timelines => ({
  starts,
  marks: marks.map((mark) => 2 * codes[mark >>> 1]! + (mark & 1)),
});

const recodedLedger = (
  ledger: Ledger,
  firsts: Uint16Array | Int32Array,
  seconds: Uint16Array | Int32Array,
): Ledger => {
  const pick = (values: Ledger['first'], codes: Uint16Array | Int32Array): Ledger['first'] => {
    if (isIdentity(codes)) return values;
    const picked = new Uint32Array(values.length);
    for (let row = 0; row < picked.length; row++) picked[row] = codes[values[row]!]!;
    return narrow(picked);
  };
  return { ...ledger, first: pick(ledger.first, firsts), second: pick(ledger.second, seconds) };
};

/** The parts of an index that hold single events, with days and words numbered anew. */
export const recodedEvents = (
  index: GrowingIndex,
  calendar: Int32Array,
  words: Words,
  renumberings: Renumberings,
) => {
  const codes = codesOf(calendar, index.calendar);
  const { content, boardPosts, plays, visits, attachments } = index;
  const keptDays = isIdentity(codes);
  const recoded = (timelines: Timelines): Timelines =>
    keptDays ? timelines : recodedMarks(timelines, codes);
  const boards = inverseOf(renumberings.boards, index.directory.boards.ids.length);
  const categories = codesAmong(
    words.attachmentCategories,
    index.directory.words.attachmentCategories,
  );
  return {
    /** The new code of each day. */
    codes,
    /** True when no day came in between. */
    keptDays,
    content: recoded(content),
    boardPosts: recoded(boardPosts),
    plays: recoded(plays),
    visits: recodedLedger(visits, boards, codes),
    attachments: recodedLedger(attachments, codes, categories),
  };
};
