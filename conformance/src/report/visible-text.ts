/**
 * Characters that change how their neighbours look, steer a terminal or make XML invalid: controls,
 * invisible and bidirectional marks, lone surrogates, line separators, noncharacters.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const spelled: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const spell = (character: string): string =>
  spelled[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The most characters of one text that a report for people shows. */
const shownMax = 2000;

/** A count with its thousands apart. */
const grouped = (count: number): string => count.toLocaleString('en-US');

/** The beginning of a text that is too long, with a note of how much is left out. */
export const cut = (text: string, max: number = shownMax): string => {
  if (text.length <= max) return text;
  // Half of a pair would be no character at all.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (${grouped(text.length - end)} more characters)`;
};

/** A text from anywhere in one harmless line: what cannot be seen is spelled out. */
export const visible = (text: string, max: number = shownMax): string =>
  cut(text, max).replace(unseen, spell);

/**
 * A text whose lines are no commands of a CI runner: GitHub's reads `##[` anywhere in a line, and `::` at
 * its start. As JSON the text has the same value.
 */
export const harmless = (text: string): string =>
  text.replaceAll('##[', '#\\u0023[').replaceAll(/^(\s*):(?=:)/gm, '$1\\u003a');

/** As `visible`, but lines stay lines. */
export const visibleLines = (text: string, max: number = shownMax): string =>
  cut(text, max)
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (character) => (character === '\n' ? character : spell(character)));
