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

/** A view of facts of one kind. */
export const factView = (part: string, kind: string): string => named(`${part}_${kind}`);

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

/** No line of JSON, and no record of CSV, is longer. */
export const lineBytesMax = 16 * 2 ** 20;

/** The lines of JSON of a file as a relation with these columns, by name and type. */
export const jsonFrom = (
  path: string,
  columns: Readonly<Record<string, string>>,
  compression = 'uncompressed',
): string => {
  const list = Object.entries(columns).map(([name, type]) => `${literal(name)}: '${type}'`);
  return `read_json(${pathLiteral(path)}, columns = {${list.join(', ')}}, ${ownColumnsOnly},
    format = 'newline_delimited', maximum_object_size = ${lineBytesMax}, compression = '${compression}')`;
};

/** How every Parquet file of facts is written. */
export const parquetOptions =
  '(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, PARQUET_VERSION v2)';
