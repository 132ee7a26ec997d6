import { contentKinds } from '../../events/columns.js';
import type { Directory } from '../directory.js';
import { isSame, listOf, type Texts } from '../texts.js';

/*
 * Codes stand for ids in ascending order, so whoever comes in between moves the others. A renumbering
 * says for each new code which one it was before.
 */

/** For each new code the old one, `unknownBefore` for what is new. */
export type Renumbering = Int32Array;

export const unknownBefore = -1;

/** The renumbering of everything that has codes. */
export interface Renumberings {
  /** Known users, then visitors. */
  readonly people: Renumbering;
  readonly knownUsers: Renumbering;
  /** Known users, kind of content after kind. */
  readonly contents: Renumbering;
  readonly boards: Renumbering;
  readonly media: Renumbering;
}

const unchanged = (size: number): Renumbering => {
  const same = new Int32Array(size);
  for (let code = 0; code < size; code++) same[code] = code;
  return same;
};

/** Old codes by new ones, for lists of ids in the order of their codes. */
const renumbering = (textsBefore: Texts, textsAfter: Texts): Renumbering => {
  const [before, after] = [listOf(textsBefore), listOf(textsAfter)];
  if (isSame(before, after)) return unchanged(after.length);
  const codes = new Map(before.map((id, code) => [id, code]));
  const renumbered = Int32Array.from(after, (id) => codes.get(id) ?? unknownBefore);
  const kept = renumbered.reduce((sum, code) => sum + (code === unknownBefore ? 0 : 1), 0);
  if (kept < before.length) throw new RangeError('Something is gone: build the index anew.');
  return renumbered;
};

/** New codes by old ones. */
export const inverseOf = (renumbered: Renumbering, size: number): Int32Array => {
  const inverse = new Int32Array(size);
  for (let after = 0; after < renumbered.length; after++) {
    const before = renumbered[after]!;
    if (before !== unknownBefore) inverse[before] = after;
  }
  return inverse;
};

const knownIds = ({ members, otherUsers }: Directory): Texts =>
  otherUsers.length === 0 ? members.ids : [...listOf(members.ids), ...listOf(otherUsers)];

/** How codes move from one directory to the next. Visitors keep their order, new ones come last. */
export const renumberingsOf = (before: Directory, after: Directory): Renumberings => {
  const knownUsers = renumbering(knownIds(before), knownIds(after));
  const people = new Int32Array(after.people).fill(unknownBefore);
  people.set(knownUsers);
  for (let visitor = 0; visitor < before.people - before.knownUsers; visitor++) {
    people[after.knownUsers + visitor] = before.knownUsers + visitor;
  }
  const contents = new Int32Array(contentKinds.length * after.knownUsers);
  for (const kind of contentKinds.keys()) {
    const shift = kind * before.knownUsers;
    contents.set(
      knownUsers.map((old) => (old === unknownBefore ? old : old + shift)),
      kind * after.knownUsers,
    );
  }
  const boards = renumbering(before.boards.ids, after.boards.ids);
  const media = renumbering(before.media.ids, after.media.ids);
  return { people, knownUsers, contents, boards, media };
};
