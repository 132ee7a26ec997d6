import { type FactField, type FactKind, factFields } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import {
  jsonFrom,
  lineBytesMax,
  literal,
  named,
  ownColumnsOnly,
  parquetFrom,
  pathLiteral,
  timeText,
} from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { csvNames } from './csv.js';
import type { SourceFile } from './find.js';

/** A file as a relation, and its columns with their types. */
export interface Relation {
  readonly from: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** How a file is compressed, in DuckDB's words. */
const compressionOf = ({ compression }: SourceFile): string =>
  compression === 'plain' ? 'uncompressed' : compression;

/** A Parquet file as a relation. */
export const parquetRelation = async (database: Database, path: string): Promise<Relation> => {
  const from = parquetFrom([path]);
  const rows = await database.rows(`DESCRIBE SELECT * FROM ${from}`);
  const columns = rows.map(
    (row) => [String(row['column_name']), String(row['column_type'])] as const,
  );
  return { from, columns: new Map(columns) };
};

/**
 * A CSV file as a relation. DuckDB guesses nothing: it would take lines before the names, and what begins with
 * a number sign, for remarks.
 */
const csvRelation = (file: SourceFile, names: readonly string[]): Relation => ({
  from: `read_csv(${pathLiteral(file.path)}, auto_detect = false, header = true, columns = {
      ${names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}, delim = ',', quote = '"',
    escape = '"', nullstr = '', allow_quoted_nulls = true, max_line_size = ${lineBytesMax},
    ${ownColumnsOnly}, compression = '${compressionOf(file)}')`,
  columns: new Map(names.map((name) => [name, 'VARCHAR'])),
});

/** The lines of a file of NDJSON as a relation with one column, `json`. */
export const linesFrom = (file: SourceFile): string =>
  `read_ndjson_objects(${pathLiteral(file.path)}, compression = '${compressionOf(file)}', ${ownColumnsOnly},
    maximum_object_size = ${lineBytesMax})`;

/** Columns of Parquet as the texts that CSV would hold. */
const parquetCells: readonly (readonly [type: RegExp, cell: (x: string) => string])[] = [
  [/^VARCHAR$/, (x) => x],
  [
    /^(U?(TINY|SMALL|BIG|)INT(EGER)?|DOUBLE|FLOAT|BOOLEAN|DECIMAL.*)$/,
    (x) => `CAST(${x} AS VARCHAR)`,
  ],
  [/^DATE$/, (x) => `strftime(${x}, '%Y-%m-%d')`],
  [/^TIMESTAMP(_S|_MS|_NS)?$/, (x) => timeText(`CAST(${x} AS TIMESTAMP)`)],
  [/^TIMESTAMP WITH TIME ZONE$/, (x) => timeText(`make_timestamp(epoch_us(${x}))`)],
  // Of anything else, too, the JSON is shown in problems.
  [/^/, (x) => `CAST(to_json(${x}) AS VARCHAR)`],
];

/** A column of Parquet as the text that a cell of CSV would hold. */
export const cellOf = (name: string, type: string): string =>
  parquetCells.find(([pattern]) => pattern.test(type))![1](named(name));

/** The column with the bytes that a line must have if it holds known fields and nothing else. */
export const bytesColumn = 'sourceBytes';

/** How one field is read: what is given in the file, its content and its value, and what must hold of them. */
interface Reading {
  readonly given: string;
  readonly content: string;
  readonly value: (content: string) => string;
  readonly holds: (given: string, content: string, value: string) => string;
}

const jsonReading = ({ name, type }: FactField): Reading => {
  const { isText, value, holds } = fieldForms[type];
  const given = named(name);
  return {
    given,
    content: isText ? `${given}->>'$'` : given,
    value,
    holds: (json, x, v) =>
      `${isText ? `starts_with(CAST(${json} AS VARCHAR), '"') AND ` : ''}${holds(x, v)}`,
  };
};

const cellReading = ({ name, type }: FactField, column: string): Reading => {
  const { isText, value, holds, natives } = fieldForms[type];
  const native = natives?.find((form) => form.column.test(column));
  const given = native === undefined ? cellOf(name, column) : named(name);
  const isCell = isText || native !== undefined;
  return {
    given,
    content: isCell ? given : `TRY_CAST(${given} AS JSON)`,
    value: native?.value ?? value,
    holds: (_, x, v) => (native?.holds ?? holds)(x, v),
  };
};

/** One field on its way from what is given to its value. */
const stepsOf = ({ name, type, nullable }: FactField, reading: Reading | null) => {
  const [given, content, value] = ['given', 'content', 'value'].map((step) =>
    named(`${step} ${name}`),
  ) as [string, string, string];
  const taken = reading === null ? 'NULL' : value;
  const result = `CAST(${type === 'boolean' ? `coalesce(${taken}, false)` : taken}
    AS ${fieldForms[type].column}) AS ${named(name)}`;
  if (reading === null) return { first: [], second: [], result, holds: String(nullable) };
  const holds = `(${reading.holds(given, content, value)})`;
  return {
    first: [`${reading.given} AS ${given}`, `${reading.content} AS ${content}`],
    second: [given, content, `${reading.value(content)} AS ${value}`],
    result,
    holds: nullable ? `(${given} IS NULL OR ${holds})` : holds,
  };
};

/** A relation with columns for fields. */
interface Given {
  readonly from: string;
  /** `null` where there is no such column. */
  readonly readingOf: (field: FactField) => Reading | null;
  /** Whether a row may be of the kind. */
  readonly kindHolds: string;
  readonly bytes: string;
}

/**
 * The facts of a relation; one refused value ends the query as a whole. Each step is a query of its own,
 * since DuckDB works out an expression as often as it is written.
 */
const factsQuery = (
  kind: FactKind,
  { from, readingOf, kindHolds, bytes }: Given,
  isClean: boolean,
): string => {
  const fields = factFields[kind].map((field) => stepsOf(field, readingOf(field)));
  const first = [
    ...fields.flatMap((field) => field.first),
    `${bytes} AS bytes`,
    `${kindHolds} AS "kind holds"`,
  ];
  const second = [...fields.flatMap((field) => field.second), 'bytes', '"kind holds"'];
  const holds = isClean
    ? 'true'
    : ['"kind holds"', ...fields.map((field) => field.holds)].join(' AND ');
  return `SELECT ${fields.map(({ result }) => result).join(', ')},
      CAST(CASE WHEN ${holds} THEN bytes ELSE error('refused') END AS UINTEGER) AS ${bytesColumn}
    FROM (SELECT ${second.join(', ')} FROM (SELECT ${first.join(', ')} FROM ${from}))`;
};

/** Bytes of a line of JSON without blanks, its line feed included. */
const lineBytes = (names: readonly string[]): string =>
  `2 + ${names.map((name) => `coalesce(strlen(${named(name)}) + ${name.length + 4}, 0)`).join(' + ')}`;

/** The names that a file of a kind may have. */
export const namesOf = (kind: FactKind): readonly string[] => [
  'kind',
  ...factFields[kind].map(({ name }) => name),
];

const isKnown = (kind: FactKind, names: readonly string[]): boolean => {
  const known = new Set(namesOf(kind));
  return names.length === new Set(names).size && names.every((name) => known.has(name));
};

/** A CSV file whose names are known; DuckDB takes minutes over a hundred thousand others. */
const knownCsv = async (file: SourceFile, kind: FactKind): Promise<Relation | null> => {
  const names = await csvNames(file);
  return names !== null && isKnown(kind, names) ? csvRelation(file, names) : null;
};

/**
 * A query over a file of one kind that gives its facts, and fails as a whole if it finds any value
 * that the core would refuse. It may refuse more than the core does, never less: what it refuses is
 * read again by the core. `null` when its columns already say so.
 *
 * @param isClean - whether the core wrote the file: then nothing is checked
 */
export const fileQuery = async (
  database: Database,
  file: SourceFile,
  kind: FactKind,
  isClean = false,
): Promise<string | null> => {
  if (file.form === 'ndjson') {
    const columns = Object.fromEntries(namesOf(kind).map((name) => [name, 'JSON']));
    const isKind = `CAST(kind AS VARCHAR) = ${literal(JSON.stringify(kind))}`;
    const given: Given = {
      from: jsonFrom(file.path, columns, compressionOf(file)),
      readingOf: jsonReading,
      kindHolds: `coalesce(${isKind}, ${!file.kindNeeded})`,
      bytes: lineBytes(namesOf(kind)),
    };
    return factsQuery(kind, given, isClean);
  }
  const relation =
    file.form === 'csv' ? await knownCsv(file, kind) : await parquetRelation(database, file.path);
  if (relation === null || !isKnown(kind, [...relation.columns.keys()])) return null;
  const { from, columns } = relation;
  const given: Given = {
    from,
    readingOf: (field) => {
      const column = columns.get(field.name);
      return column === undefined ? null : cellReading(field, column);
    },
    kindHolds: columns.has('kind')
      ? `coalesce(CAST(kind AS VARCHAR) = ${literal(kind)}, true)`
      : 'true',
    bytes: '0',
  };
  return factsQuery(kind, given, isClean);
};
