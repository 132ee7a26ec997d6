import { contentKinds } from '../../events/columns.js';
import type { Directory } from '../directory.js';

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

const isSame = (before: readonly string[], after: readonly string[]): boolean => {
  if (before.length !== after.length) return false;
  for (let code = 0; code < before.length; code++) if (before[code] !== after[code]) return false;
  return true;
};

/** Old codes by new ones, for lists of ids in the order of their codes. */
const renumbering = (before: readonly string[], after: readonly string[]): Renumbering => {
  if (isSame(before, after)) {
    const same = new Int32Array(after.length);
    for (let code = 0; code < same.length; code++) same[code] = code;
    return same;
  }
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

const knownIds = ({ members, otherUsers }: Directory): readonly string[] =>
  otherUsers.length === 0 ? members.ids : [...members.ids, ...otherUsers];

/** How codes move from one directory to the next. Visitors keep their order, new ones come last. */
export const renumberingsOf = (before: Directory, after: Directory): Renumberings => {
  const knownUsers = renumbering(knownIds(before), knownIds(after));
  const people = new Int32Array(after.people).fill(unknownBefore);
  people.set(knownUsers);
  for (let visitor = 0; visitor < before.people - before.knownUsers; visitor++) {
    people[after.knownUsers + visitor] = before.knownUsers + visitor;
  }
  const contents = new Int32Array(contentKinds.length * after.knownUsers).fill(unknownBefore);
  for (const kind of contentKinds.keys()) {
    for (let code = 0; code < knownUsers.length; code++) {
      const old = knownUsers[code]!;
      if (old === unknownBefore) continue;
      contents[kind * after.knownUsers + code] = kind * before.knownUsers + old;
    }
  }
  const boards = renumbering(before.boards.ids, after.boards.ids);
  const media = renumbering(before.media.ids, after.media.ids);
  return { people, knownUsers, contents, boards, media };
};
