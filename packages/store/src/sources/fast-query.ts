import type { FactKind } from '@tallyboard/core/vocabulary';
import { type Database, describeColumns } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { columnTypes } from '../schema/column-types.js';
import { type Field, factFields } from '../schema/fields.js';
import type { SourceFile } from './source-files.js';
import { contentForms, valueOf } from './value-forms.js';

/** A line of JSON is held in memory as a whole; the same bound as for reading it by hand. */
const lineBytesMax = 16 * 2 ** 20;

const compressionOption = ({ compression }: SourceFile): string =>
  `compression = ${literal(compression === 'plain' ? 'uncompressed' : compression)}`;

const as = (prefix: string, { name }: Field): string => named(`${prefix} ${name}`);

/** The value of a field, or an error that ends the query where a value is refused. */
const insisted = (field: Field): string => {
  const { name, nullable, type } = field;
  const [given, value] = [as('given', field), as('value', field)];
  const refused = nullable ? `${given} IS NOT NULL AND ${value} IS NULL` : `${value} IS NULL`;
  const taken = type === 'boolean' ? `coalesce(${value}, false)` : value;
  const message = `concat(${literal(name)}, ${given})`;
  return `CAST(CASE WHEN ${refused} THEN error(${message}) ELSE ${taken} END AS ${columnTypes[type]}) AS ${named(name)}`;
};

/** The column with the bytes that a line must have if it holds known fields and nothing else. */
export const bytesColumn = 'sourceBytes';

/** Bytes of a line of JSON without blanks, its line feed included. */
const lineBytes = (names: readonly string[]): string =>
  `2 + ${names.map((name) => `coalesce(strlen(${named(name)}) + ${name.length + 4}, 0)`).join(' + ')}`;

interface Given {
  readonly from: string;
  readonly form: keyof typeof contentForms;
  /** The columns that are there. */
  readonly names: readonly string[];
  /** What `kind` must hold where it is given. */
  readonly kindText: string;
  readonly kindNeeded: boolean;
  readonly bytes: string;
}

/**
 * Facts from what a file gives. Each step is a query of its own, since DuckDB works out an expression
 * as often as it is written.
 */
const checkedQuery = (kind: FactKind, given: Given): string => {
  const fields = factFields[kind];
  const isGiven = (name: string): boolean => given.names.includes(name);
  const source = ({ name }: Field) => (isGiven(name) ? named(name) : 'CAST(NULL AS VARCHAR)');
  const contents = fields.map(
    (field) =>
      `${source(field)} AS ${as('given', field)}, ${contentForms[given.form](field.type, source(field))} AS ${as('content', field)}`,
  );
  const values = fields.map(
    (field) =>
      `${as('given', field)}, ${valueOf(field.type, as('content', field))} AS ${as('value', field)}`,
  );
  const kindGiven = isGiven('kind') ? 'CAST(kind AS VARCHAR)' : 'NULL';
  const kindRefused = `coalesce(${kindGiven} <> ${literal(given.kindText)}, ${given.kindNeeded})`;
  const bytes = `CAST(CASE WHEN ${kindRefused} THEN error(concat('kind', ${kindGiven})) ELSE ${given.bytes} END AS UINTEGER)`;
  return `SELECT ${fields.map(insisted).join(', ')}, ${bytesColumn}
    FROM (SELECT ${values.join(', ')}, ${bytesColumn}
      FROM (SELECT ${contents.join(', ')}, ${bytes} AS ${bytesColumn} FROM ${given.from}))`;
};

const jsonQuery = (file: SourceFile, kind: FactKind): string => {
  const names = ['kind', ...factFields[kind].map(({ name }) => name)];
  const columns = names.map((name) => `${literal(name)}: 'JSON'`).join(', ');
  return checkedQuery(kind, {
    from: `read_json(${literal(file.path)}, columns = {${columns}}, format = 'newline_delimited',
      maximum_object_size = ${lineBytesMax}, ${compressionOption(file)})`,
    form: 'json',
    names,
    kindText: JSON.stringify(kind),
    kindNeeded: file.kindNeeded,
    bytes: lineBytes(names),
  });
};

const csvFrom = (file: SourceFile): string =>
  `read_csv(${literal(file.path)}, header = true, all_varchar = true, delim = ',', quote = '"',
    escape = '"', nullstr = '', allow_quoted_nulls = true, max_line_size = ${lineBytesMax},
    ${compressionOption(file)})`;

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

const parquetFrom = (file: SourceFile, columns: ReadonlyMap<string, string>): string => {
  const cells = [...columns].map(([name, type]) => {
    const cell = parquetCells.find(([pattern]) => pattern.test(type))?.[1];
    const x = named(name);
    return `${cell === undefined ? `CAST(to_json(${x}) AS VARCHAR)` : cell(x)} AS ${x}`;
  });
  return `(SELECT ${cells.join(', ')} FROM read_parquet(${literal(file.path)}))`;
};

/** The cells of a CSV or Parquet file as a relation of texts, and its columns. */
export const cellsOf = async (database: Database, file: SourceFile) => {
  const plain = file.form === 'csv' ? csvFrom(file) : `read_parquet(${literal(file.path)})`;
  const columns = await describeColumns(database, `SELECT * FROM ${plain}`);
  return {
    from: file.form === 'csv' ? plain : parquetFrom(file, columns),
    names: [...columns.keys()],
  };
};

/**
 * A query over a file of one kind that gives its facts, and fails as a whole if it finds any value
 * that the core would refuse. It may refuse more than the core does, never less: what it refuses is
 * read again by hand. `null` when its columns already tell.
 */
export const fastQuery = async (
  database: Database,
  file: SourceFile,
  kind: FactKind,
): Promise<string | null> => {
  if (file.form === 'ndjson') return jsonQuery(file, kind);
  const { from, names } = await cellsOf(database, file);
  const known = new Set(['kind', ...factFields[kind].map(({ name }) => name)]);
  return names.every((name) => known.has(name))
    ? checkedQuery(kind, {
        from,
        form: 'cell',
        names,
        kindText: kind,
        kindNeeded: false,
        bytes: '0',
      })
    : null;
};
