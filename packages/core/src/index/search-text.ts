/*
 * The names and e-mail addresses of all members as one text: a search is one pass of it. How long the
 * pass takes depends on how often the first character looked for occurs, so it looks for the part of
 * what is sought that begins with its rarest character.
 */

import type { Texts } from '../events/texts.js';

/** Names and e-mail addresses, folded, one behind the other. */
export interface SearchText {
  /** One text. As a list of one it is decoded only when a stored index is searched. */
  readonly texts: Texts;
  /** Where the name of each member begins, and then the e-mail address; one more at the end. */
  readonly starts: Uint32Array;
  /** How many binary digits the number of occurrences has of each character of ASCII; others are rare. */
  readonly occurrences: Uint8Array;
}

const charactersCounted = 128;

const occurrencesIn = (text: string): Uint8Array => {
  const occurrences = new Uint32Array(charactersCounted);
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character < charactersCounted) occurrences[character]!++;
  }
  return Uint8Array.from(occurrences, (count) => 32 - Math.clz32(count));
};

/** The text of members whose names and e-mail addresses are folded already. */
export const searchTextOf = (names: readonly string[], emails: readonly string[]): SearchText => {
  const starts = new Uint32Array(2 * names.length + 1);
  const texts: string[] = [];
  let at = 0;
  for (const [member, name] of names.entries()) {
    const email = emails[member] ?? '';
    texts.push(name, email);
    starts[2 * member] = at;
    starts[2 * member + 1] = at + name.length;
    at += name.length + email.length;
  }
  starts[2 * names.length] = at;
  const text = texts.join('');
  return { texts: [text], starts, occurrences: occurrencesIn(text) };
};

/** The place in what is sought of the character that occurs least. */
const rarestIn = (sought: string, occurrences: Uint8Array): number => {
  let rarest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < sought.length; at++) {
    const count = occurrences[sought.charCodeAt(at)] ?? 0;
    if (count >= least) continue;
    least = count;
    rarest = at;
  }
  return rarest;
};

/** The field that a position lies in; it is not ahead of `field`, and mostly near. */
const fieldAt = (starts: Uint32Array, field: number, position: number): number => {
  const last = starts.length - 2;
  let step = 1;
  let low = field;
  let high = field + 1;
  while (high <= last && starts[high]! <= position) {
    low = high;
    step *= 2;
    high += step;
  }
  high = Math.min(high, last + 1);
  // It begins at `low` or later, and ahead of `high`.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle;
  }
  return low;
};

/**
 * A text is folded to no less than an eighth of its length: decomposing halves it at most, and
 * composing the result makes a quarter of it at most (Unicode, UAX #15).
 */
const foldedShareMin = 1 / 8;

/** True when a text, not folded yet, is too long to be part of any name or e-mail address. */
export const isTooLong = ({ starts }: SearchText, sought: string): boolean => {
  const shortest = sought.length * foldedShareMin;
  for (let field = 1; field < starts.length; field++) {
    if (starts[field]! - starts[field - 1]! >= shortest) return false;
  }
  return true;
};

/** The members whose name or e-mail address contains a text, which is not empty, ascending. */
export const membersWith = (
  { texts, starts, occurrences }: SearchText,
  sought: string,
): Uint32Array => {
  const text = texts.at(0)!;
  const found: number[] = [];
  const ahead = rarestIn(sought, occurrences);
  const head = sought.slice(0, ahead);
  const tail = sought.slice(ahead);
  let field = 0;
  for (let at = text.indexOf(tail, ahead); at >= 0; ) {
    const begin = at - ahead;
    let next = at + 1;
    if (ahead === 0 || text.startsWith(head, begin)) {
      field = fieldAt(starts, field, begin);
      // What runs over the end of a field is no match, and the next may begin just behind.
      if (begin + sought.length <= starts[field + 1]!) {
        found.push(field >> 1);
        // On to the next member.
        next = Math.max(next, starts[(field | 1) + 1]! + ahead);
      }
    }
    at = text.indexOf(tail, next);
  }
  return Uint32Array.from(found);
};
