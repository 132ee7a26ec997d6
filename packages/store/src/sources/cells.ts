import { type Database, describeColumns } from '../duck/database.js';
import { literal, named, ownColumnsOnly, parquetFrom } from '../duck/sql.js';
import type { SourceFile } from './source-files.js';

/** A line is held in memory as a whole; the same bound as for reading it by hand. */
export const lineBytesMax = 16 * 2 ** 20;

export const compressionOption = ({ compression }: SourceFile): string =>
  `compression = ${literal(compression === 'plain' ? 'uncompressed' : compression)}`;

const csvFrom = (file: SourceFile): string =>
  `read_csv(${literal(file.path)}, header = true, all_varchar = true, delim = ',', quote = '"',
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

/** A CSV or Parquet file as a relation, and its columns with their types: texts, in CSV. */
export const relationOf = async (database: Database, file: SourceFile) => {
  const from = file.form === 'csv' ? csvFrom(file) : parquetFrom([file.path]);
  return { from, columns: await describeColumns(database, `SELECT * FROM ${from}`) };
};
