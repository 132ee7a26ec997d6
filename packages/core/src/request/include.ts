import {
  type BoardInclude,
  boardIncludes,
  type UserInclude,
  userIncludes,
} from '../api/includes.js';
import type { Violation } from '../api/violations.js';
import { accept, type Checked } from '../checked.js';
import { listWords, show } from '../messages.js';
import { acceptUnlessBroken, type Refusals, refuse } from './rules/rule.js';

/**
 * The kinds of record that `include` asks for, each once. `null` when the parameter was not sent: the
 * document then has no `included` at all, while an empty list gives an empty one.
 */
export type IncludeList<Name extends string> = ReadonlySet<Name> | null;

/** The reader of an `include` that takes some names. */
const readerOf = <Name extends string>(names: readonly Name[], violation: Violation) => {
  function* rule(words: ReadonlySet<string>): Refusals {
    for (const word of words) {
      if (word === '' || (names as readonly string[]).includes(word)) continue;
      const detail = `${show(word)} cannot be included here; include ${listWords(names)}, separated by commas.`;
      yield refuse(violation, { parameter: 'include' }, detail);
    }
  }
  return (text: string | null): Checked<IncludeList<Name>> => {
    if (text === null) return accept(null);
    // A set first: ten thousand commas are one empty segment, and a word is refused once.
    const words = new Set(text.split(','));
    return acceptUnlessBroken([rule], words, () => {
      words.delete('');
      return words as ReadonlySet<string> as ReadonlySet<Name>;
    });
  };
};

/**
 * Reads the `include` of a board (4.3): the text of the parameter, decoded, or `null` without one.
 *
 * @function
 */
export const readBoardInclude: (text: string | null) => Checked<IncludeList<BoardInclude>> =
  readerOf(boardIncludes, 'unknownBoardInclude');

/**
 * Reads the `include` of the current user (4.4): the decoded text, or `null` without one.
 *
 * @function
 */
export const readUserInclude: (text: string | null) => Checked<IncludeList<UserInclude>> = readerOf(
  userIncludes,
  'unknownUserInclude',
);
