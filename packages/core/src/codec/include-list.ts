import {
  type BoardInclude,
  boardIncludes,
  type UserInclude,
  userIncludes,
} from '../catalog/includes.js';
import { refusalsOf, refuse, type Violation } from '../catalog/violations.js';
import { acceptUnless, type Checked } from '../model/checked.js';
import { checkText } from '../model/fail-argument.js';
import { listWords, show } from '../model/show.js';

/**
 * The kinds of record that `include` asks for, each once. `null` when the parameter was not sent: the
 * document then has no `included` at all, while an empty list gives an empty one.
 */
export type IncludeList<Name extends string> = ReadonlySet<Name> | null;

const readInclude = <Name extends string>(
  text: string | null,
  names: readonly Name[],
  violation: Violation,
): Checked<IncludeList<Name>> => {
  if (text === null) return acceptUnless([], () => null);
  checkText('text', text, 'the text of the parameter, or null');
  // A set first: ten thousand commas are one empty segment, and a word is refused once.
  const words = [...new Set(text.split(','))].filter((word) => word !== '');
  const isName = (word: string): word is Name => (names as readonly string[]).includes(word);
  const refusals = refusalsOf(words, (word) =>
    isName(word)
      ? null
      : refuse(
          violation,
          { parameter: 'include' },
          `${show(word)} cannot be included here; include ${listWords(names)}, separated by commas.`,
        ),
  );
  return acceptUnless(refusals, () => new Set(words.filter(isName)));
};

/**
 * Reads the `include` of a board (4.3): the text of the parameter, decoded, or `null` without one.
 *
 * @example
 * ```ts
 * const read = readBoardInclude('posts,sections');
 * isAccepted(read) ? [...(read.right ?? [])] : []; // ['posts', 'sections']
 * ```
 */
export const readBoardInclude = (text: string | null): Checked<IncludeList<BoardInclude>> =>
  readInclude(text, boardIncludes, 'unknownBoardInclude');

/**
 * Reads the `include` of the current user (4.4): the decoded text, or `null` without one.
 *
 * @example
 * ```ts
 * const read = readUserInclude('friends');
 * isAccepted(read) ? [] : read.left.map(({ violation }) => violation); // ['unknownUserInclude']
 * ```
 */
export const readUserInclude = (text: string | null): Checked<IncludeList<UserInclude>> =>
  readInclude(text, userIncludes, 'unknownUserInclude');
