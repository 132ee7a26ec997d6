/** A text as an SQL literal. NUL would end the statement there, so it is written as its number. */
export const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\0') ? `(${quoted.replaceAll('\0', "' || chr(0) || '")})` : quoted;
};

/** A name of a column, table or view, whatever words SQL reserves. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Texts as an SQL list. */
export const literals = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;
