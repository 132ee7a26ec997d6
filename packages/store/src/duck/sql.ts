import { resolve } from 'node:path';

/** A text as an SQL literal. NUL would end the statement there, so it is written as its number. */
export const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\0') ? `(${quoted.replaceAll('\0', "' || chr(0) || '")})` : quoted;
};

/**
 * A path as an SQL literal. DuckDB takes `~` at the start for the directory of the user, and `s3://` for an
 * address; the system takes both for names.
 */
export const pathLiteral = (path: string): string => literal(resolve(path));

/** A name of a column, table or view, whatever words SQL reserves. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Texts as an SQL list. */
export const literals = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;

/**
 * An option of every function that reads a file. Without it, DuckDB takes a directory `role=owner`
 * anywhere above a file for a column `role`, in place of the file's own.
 */
export const ownColumnsOnly = 'hive_partitioning = false';

/** Parquet files as a relation. */
export const parquetFrom = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(pathLiteral).join(', ')}], ${ownColumnsOnly})`;

/** A time as the text that facts have. */
export const timeText = (time: string): string => `strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

/** The UTC day of a time, as a number. */
export const dayOf = (time: string): string => `CAST(${time}::DATE - DATE '1970-01-01' AS INTEGER)`;
