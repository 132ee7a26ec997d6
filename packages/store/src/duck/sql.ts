/** A text as an SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name of a column, table or view, whatever words SQL reserves. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Texts as an SQL list. */
export const literals = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;
