/**
 * A piece of SQL. Values enter it through the tag `sql` alone, which encodes them: a text can only
 * become a literal. (Old servers have no bound parameters, so there is one encoder, tested against them.)
 */
export interface Sql {
  /** The text, with every value in it as a literal. */
  readonly sql: string;
}

/** A value in a template of SQL. */
export type SqlValue = Sql | string | number | null | readonly string[];

/** A text as a literal: three characters have a meaning in one. */
const textLiteral = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;

const numberLiteral = (number: number): string => {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is no whole number`);
  return String(number);
};

const encoded = (value: SqlValue): string => {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'number') return numberLiteral(value);
  return 'sql' in value ? value.sql : `(${value.map(textLiteral).join(', ')})`;
};

/** SQL with values in it: texts and whole numbers as literals, lists of texts as tuples. */
export const sql = (parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql => ({
  sql: parts.reduce(
    (text, part, at) => `${text}${at === 0 ? '' : encoded(values[at - 1]!)}${part}`,
  ),
});

/** Pieces of SQL with a separator between them. */
export const joined = (pieces: readonly Sql[], between: string): Sql => ({
  sql: pieces.map((piece) => piece.sql).join(between),
});

/** The name of a table or column; throws unless it consists of letters, digits and `_`. */
export const name = (text: string): Sql => {
  if (!/^[A-Za-z_]\w*$/.test(text)) throw new RangeError(`${text} is no name`);
  return { sql: `\`${text}\`` };
};
