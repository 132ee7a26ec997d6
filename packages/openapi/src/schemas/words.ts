import { limits, type PropertyName, type PropertyRow } from '@tallyboard/core/vocabulary';
import { list, type Schema, text, word } from '../schema.js';

/** A day as `YYYY-MM-DD`. */
export const day = (description: string): Schema & { readonly type: 'string' } => ({
  type: 'string',
  format: 'date',
  description,
});

/** A moment in UTC, to the millisecond. */
export const instant = (description: string): Schema => text(description, { format: 'date-time' });

/** An address on the web; an empty text where there is none. */
export const address = (description: string): Schema => text(description);

/** A month as `YYYY-MM`. */
export const month = (description: string): Schema =>
  text(description, { pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] });

/** The id of an organization in a path (2.1). */
export const organizationId: Schema = text(
  'The id of the organization. Those that analytics support begin with `wksp_`; `GET /v1/me?include=organizations` lists yours.',
  { minLength: limits.organizationIdLengthMin, maxLength: limits.organizationIdLengthMax },
);

/** The id of a board in a path (4.3). */
export const boardId: Schema = {
  type: 'string',
  description: "The board's id: the last segment of its address on the web.",
  anyOf: limits.boardIdLengths.map((length) => ({ minLength: length, maxLength: length })),
};

/** What each property of an entry means (4.1). */
export const propertyWords: Readonly<Record<PropertyName, string>> = {
  status: 'The standing of members. A list breaks the figure down: one for each value.',
  userType:
    'The roles to count. A list is one combined slice, not a breakdown; to compare roles, repeat the metric.',
  sortBy: 'What the ranking goes by. A list gives a ranking for each value.',
  mediaType: 'The kind of media. A list gives a ranking for each value.',
};

/** One word, or a list of at least one. */
export const oneOrMany = (values: readonly string[], description?: string): Schema => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [word(values), list(word(values), { minItems: 1 })],
});

/** What `userType` takes where it may name roles only. */
export const rolesOf = (row: PropertyRow): readonly string[] =>
  row.values.filter((value) => value !== 'all');

/** `all` by itself, or roles: the two are never mixed (4.1.7). */
export const userTypeOf = (row: PropertyRow): Schema => {
  if (!row.values.includes('all')) return oneOrMany(row.values, propertyWords.userType);
  return {
    description: propertyWords.userType,
    anyOf: [
      word(row.values),
      list(word(rolesOf(row)), { minItems: 1 }),
      list(word(['all']), { minItems: 1 }),
    ],
  };
};
