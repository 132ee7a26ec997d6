import type { SeenRow } from './probe.js';

const anyPiece = /[A-Za-z]{3,}/;
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

const insideOf = (text: string): readonly string[] => text.match(insideWords) ?? [];

/** What only a name, or only an address, contains, from within its words: the most telling piece. */
const tellingPiece = (row: SeenRow, field: 'name' | 'email'): string | undefined => {
  // The end of an address is shared by many, so that there is something to sort.
  if (field === 'email') return insideOf(row.email).findLast(lacks(row.name));
  return acrossWords.exec(row.name)?.[0] ?? insideOf(row.name).find(lacks(row.email));
};

const defined = (pieces: readonly (string | undefined)[]): readonly string[] =>
  pieces.filter((piece) => piece !== undefined);

/** A piece of ASCII letters of a name or an address that was seen, in the other case. */
export const pieceToFind = (
  rows: readonly SeenRow[],
  field: 'name' | 'email',
  seed: number,
): string | null => {
  const telling = defined(rows.map((row) => tellingPiece(row, field)));
  const pieces =
    telling.length > 0
      ? telling
      : defined(rows.map((row) => anyPiece.exec(row[field])?.[0].slice(0, 4)));
  const piece = pieces[seed % Math.max(1, pieces.length)];
  return piece === undefined ? null : flipped(piece);
};

const madeUp = 'zqxjkvwzqxjkvw';

/** What nobody contains; a percent sign, which means anybody to a LIKE, if that is certain. */
export const pieceOfNobody = (rows: readonly SeenRow[], isWhole: boolean): string =>
  isWhole && rows.every((row) => !row.name.includes('%') && !row.email.includes('%'))
    ? '%'
    : madeUp;
