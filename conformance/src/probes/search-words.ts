import { rosterRoles } from '@tallyboard/core/vocabulary';
import { agreementOn, containsByAny } from '../model/search.js';
import type { ProbeContext, SeenRow } from './probe.js';

const anyPiece = /[A-Za-z]{3,4}/;
/** From the end of one word to the beginning of the next. */
const acrossWords = /(?<=[A-Za-z])[A-Za-z]{1,2} [A-Za-z]{2}/;
/** Four letters of a word that do not begin it. */
const insideWords = /(?<=[A-Za-z])[A-Za-z]{4}/g;

const flipped = (letters: string): string =>
  letters.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

const lacks =
  (text: string) =>
  (piece: string): boolean =>
    !text.toLowerCase().includes(piece.toLowerCase());

/** A word, or the end of one, with a letter beyond ASCII. */
const beyondAscii = /(?=\p{L}*[^\0-\x7f])\p{L}{3,}/gu;

const insideOf = (text: string): readonly string[] => text.match(insideWords) ?? [];

/** Pieces that only a name, or only an address, contains, from within its words: they tell most. */
const tellingPieces = (row: SeenRow, field: 'name' | 'email'): readonly string[] => {
  // The end of an address is shared by many, so that there is something to sort.
  if (field === 'email') return insideOf(row.email).filter(lacks(row.name)).toReversed();
  const across = acrossWords.exec(row.name)?.[0];
  const inside = insideOf(row.name).filter(lacks(row.email));
  return across === undefined ? inside : [across, ...inside];
};

/**
 * A piece of a name or an address that was seen, its ASCII letters in the other case. Before a
 * combining mark, or where a letter has an unusual capital, services rightly differ in what they
 * find: such a piece is not asked for.
 */
export const pieceToFind = (
  rows: readonly SeenRow[],
  field: 'name' | 'email',
  { seed, rotation }: ProbeContext,
): string | null => {
  const isAgreed = agreementOn(rows);
  const piecesOf = (pieces: typeof tellingPieces): readonly string[] =>
    rows.flatMap((row) => pieces(row, field).filter(isAgreed).slice(0, 1));
  const telling = piecesOf(tellingPieces);
  // Texts of two words, and texts beyond ASCII, are found by fewer ways of searching: runs take turns.
  const ofTwoWords = telling.filter((piece) => piece.includes(' '));
  const foreign = piecesOf((row, one) => row[one].match(beyondAscii) ?? []);
  const rare = rotation % 2 === 0 ? [foreign, ofTwoWords] : [ofTwoWords, foreign];
  const pieces =
    [...(field === 'name' ? rare : []), telling].find((some) => some.length > 0) ??
    piecesOf((row, one) => anyPiece.exec(row[one]) ?? []);
  const piece = pieces[seed % Math.max(1, pieces.length)];
  return piece === undefined ? null : flipped(piece);
};

const madeUp = 'zqxjkvwzqxjkvw';

/** Texts that are words here, and mean more to databases that take them for patterns. */
const wildcards = ['_', '%', '.*', '*', '[a-z]', '^'];

/** All members, if the roster was seen as a whole: of one that was not, nothing is certain. */
const wholeRoster = ({ roster }: ProbeContext): readonly SeenRow[] | null =>
  roster !== null && roster.rows.length === roster.totalCount ? roster.rows : null;

/** A text that no member contains; a wildcard, which matches every member as a pattern, if that is certain. */
export const pieceOfNobody = (context: ProbeContext): string => {
  const rows = wholeRoster(context);
  const turn = context.rotation % wildcards.length;
  const wildcard = [...wildcards.slice(turn), ...wildcards.slice(0, turn)].find((word) =>
    rows?.every(({ name, email }) => !name.includes(word) && !email.includes(word)),
  );
  return wildcard ?? madeUp;
};

/** Texts made of a name and an address that a substring of neither is, and other ways of searching find. */
const notContained: readonly ((row: SeenRow) => readonly string[])[] = [
  ({ name }) => pairsOf(name).map(([one, next]) => `${next} ${one}`),
  ({ name, email }) =>
    wordsIn(name).flatMap((word) => wordsIn(email).map((other) => `${word} ${other}`)),
  ({ name, email }) => [`${name.slice(-3)} ${email.slice(0, 3)}`],
  ({ name, email }) => [`${name.slice(-3)}${email.slice(0, 3)}`],
  ...['%', '_'].map((sign) => ({ name, email }: SeenRow) => {
    return wordsIn(`${name} ${email}`).map((word) => word.slice(0, 2) + sign + word.slice(3));
  }),
];

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z]{4,}/g) ?? [];

const pairsOf = (text: string): readonly (readonly [string, string])[] => {
  const words = /^[A-Za-z ]+$/.test(text) ? text.split(' ').filter((word) => word !== '') : [];
  return words.slice(1).map((word, index) => [words[index] ?? '', word] as const);
};

/** A text that no member contains, made of what one of them does; `null` where none is certain. */
export const piecesOfOne = (context: ProbeContext): string | null => {
  const rows = wholeRoster(context) ?? [];
  const make = notContained[context.rotation % notContained.length];
  const isAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
  const texts = make === undefined ? [] : rows.flatMap(make);
  const found = texts.find(
    (text) =>
      text.trim() === text &&
      isAscii(text) &&
      rows.every(({ name, email }) => !containsByAny(name, text) && !containsByAny(email, text)),
  );
  return found ?? null;
};

// Letters that lower and upper case of ASCII alone make: no dotless i, Kelvin sign or long s.
const letters = Array.from('aeorntldcmupbghvwyfjqxz');

const contains = (letter: string) => (row: SeenRow) =>
  [row.name, row.email].some((text) => text.toLowerCase().includes(letter));

/**
 * All three filters at once, of which each, left out, would change most, and who meets them among the rows that were
 * seen; `null` where no three of them leave two members, so that there would be no second page.
 */
export const combinedFilters = (rows: readonly SeenRow[]) => {
  // Letters that every way of comparing finds in the same rows.
  const agreed = letters.filter(agreementOn(rows));
  const seen = new Set(rows.map((row) => row.userType));
  const roles = rosterRoles.filter((role) => seen.has(role));
  const candidates = (['active', 'inactive'] as const).flatMap((status) =>
    roles.flatMap((userType) =>
      agreed.map((q) => {
        const tests = [
          (row: SeenRow) => row.active === (status === 'active'),
          (row: SeenRow) => row.userType === userType,
          contains(q),
        ];
        const fitting = (but?: (row: SeenRow) => boolean) =>
          rows.filter((row) => tests.every((test) => test === but || test(row)));
        const found = fitting();
        const weight = Math.min(...tests.map((one) => fitting(one).length)) - found.length;
        return { status, userType, q, ids: found.map((row) => row.id), weight };
      }),
    ),
  );
  const [best] = candidates
    .filter(({ ids }) => ids.length >= 2)
    .toSorted((a, b) => b.weight - a.weight || b.ids.length - a.ids.length);
  return best ?? null;
};
