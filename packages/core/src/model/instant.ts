import { failArgument } from './fail-argument.js';

/** A moment as milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly Instant: unique symbol };

const pattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?Z$/;

/**
 * Reads `YYYY-MM-DDTHH:MM:SS[.sss]Z`; `null` when the text has another form or names a day that
 * does not exist.
 *
 * @example
 * ```ts
 * parseInstant('2026-03-01T08:00:00Z') === Date.UTC(2026, 2, 1, 8); // true
 * parseInstant('2026-03-01'); // null
 * ```
 */
export const parseInstant = (text: string): Instant | null => {
  if (!pattern.test(text)) return null;
  const instant = Date.parse(text);
  // Date.parse lets 30 February run over into March: the date must survive the way back.
  return Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text.slice(0, 10)
    ? null
    : (instant as Instant);
};

/** The moments of the years 0000 to 9999. */
const [earliest, latest] = [-62_167_219_200_000, 253_402_300_799_999];

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ`, the form of every time on the wire.
 *
 * @throws TypeError for a number that is no moment of the years 0 to 9999
 *
 * @example
 * ```ts
 * formatInstant(Date.UTC(2026, 2, 1)); // '2026-03-01T00:00:00.000Z'
 * ```
 */
export const formatInstant = (instant: Instant): string => {
  if (!(instant >= earliest && instant <= latest)) {
    failArgument('instant', instant, 'an Instant, such as parseInstant makes it');
  }
  return new Date(instant).toISOString();
};
