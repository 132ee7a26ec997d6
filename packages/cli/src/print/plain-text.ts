/**
 * A text from a service as a terminal may show it: no control characters, which could move the
 * cursor, colour the screen or type commands, and no marks that turn the direction of writing.
 */
export const plainText = (text: string): string =>
  text.replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');
