/** Orders by code units, the order of every id here. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The longest text that is composed at once: a row of combining marks takes time by its square. */
const atOnce = 1000;
/** A base and its marks stay together, unless there are more than so many. */
const pieces = /\P{M}*\p{M}{0,1000}/gu;

const composed = (text: string): string =>
  text.length <= atOnce
    ? text.normalize('NFC')
    : text.replaceAll(pieces, (piece) => piece.normalize('NFC'));

/** A text as the roster orders and searches it (4.2.3, 4.2.4): composed, then in lower case. */
export const folded = (text: string): string => composed(text).toLowerCase();

/**
 * The name under which others see a user: the display name without white space around it, else the
 * user name as it is, else an empty text. The full name is never shown in its place.
 */
export const shownName = (user: {
  readonly displayName: string | null;
  readonly username: string | null;
}): string => user.displayName?.trim() || (user.username ?? '');
