import { type Database, describeColumns } from '../duck/database.js';
import { literal, named, ownColumnsOnly, parquetFrom, pathLiteral } from '../duck/sql.js';
import { lineBytesMax } from './lines.js';
import type { SourceFile } from './source-files.js';

export const compressionOption = ({ compression }: SourceFile): string =>
  `compression = ${literal(compression === 'plain' ? 'uncompressed' : compression)}`;

/**
 * A CSV file as a relation. DuckDB guesses nothing: it would take lines before the names, and what begins with
 * a number sign, for remarks.
 */
const csvFrom = (file: SourceFile, names: readonly string[]): string =>
  `read_csv(${pathLiteral(file.path)}, auto_detect = false, header = true, columns = {
      ${names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}, delim = ',', quote = '"',
    escape = '"', nullstr = '', allow_quoted_nulls = true, max_line_size = ${lineBytesMax},
    ${ownColumnsOnly}, ${compressionOption(file)})`;

/** Columns of Parquet as the texts that CSV would hold. */
const parquetCells: readonly (readonly [type: RegExp, cell: (x: string) => string])[] = [
  [/^VARCHAR$/, (x) => x],
  [
    /^(U?(TINY|SMALL|BIG|)INT(EGER)?|DOUBLE|FLOAT|BOOLEAN|DECIMAL.*)$/,
    (x) => `CAST(${x} AS VARCHAR)`,
  ],
  [/^DATE$/, (x) => `strftime(${x}, '%Y-%m-%d')`],
  [/^TIMESTAMP(_S|_MS|_NS)?$/, (x) => `strftime(CAST(${x} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S.%gZ')`],
  [
    /^TIMESTAMP WITH TIME ZONE$/,
    (x) => `strftime(make_timestamp(epoch_us(${x})), '%Y-%m-%dT%H:%M:%S.%gZ')`,
  ],
  [/^VARCHAR\[\]$/, (x) => `CAST(to_json(${x}) AS VARCHAR)`],
];

/** A column of Parquet as the text that a cell of CSV would hold. */
export const cellOf = (name: string, type: string): string => {
  const cell = parquetCells.find(([pattern]) => pattern.test(type))?.[1];
  const x = named(name);
  return cell === undefined ? `CAST(to_json(${x}) AS VARCHAR)` : cell(x);
};

/** A file as a relation, and its columns with their types. */
export interface Relation {
  readonly from: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** A Parquet file as a relation. */
export const parquetRelation = async (database: Database, file: SourceFile): Promise<Relation> => {
  const from = parquetFrom([file.path]);
  return { from, columns: await describeColumns(database, `SELECT * FROM ${from}`) };
};

/** A CSV file with these names in its first line as a relation. */
export const csvRelation = (file: SourceFile, names: readonly string[]): Relation => ({
  from: csvFrom(file, names),
  columns: new Map(names.map((name) => [name, 'VARCHAR'])),
});
