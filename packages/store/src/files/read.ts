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
import type { SourceFile, SourceForm } from './find.js';

/** A file as a relation. */
interface Relation {
  readonly from: string;
  /** Of each column, what gives its values: JSON of lines of JSON, the texts of cells of anything else. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Columns of Parquet as the texts that CSV would hold. */
const parquetCells: readonly (readonly [type: RegExp, cell: (x: string) => string])[] = [
  [/^VARCHAR$/, (x) => x],
  [/^(U?(TINY|SMALL|BIG|)INT(EGER)?|DOUBLE|BOOLEAN|DECIMAL.*)$/, (x) => `CAST(${x} AS VARCHAR)`],
  // The number itself, and not the shortest one that rounds to it.
  [/^FLOAT$/, (x) => `CAST(CAST(${x} AS DOUBLE) AS VARCHAR)`],
  [/^DATE$/, (x) => `strftime(${x}, '%Y-%m-%d')`],
  [/^TIMESTAMP(_S|_MS|_NS)?$/, (x) => timeText(`CAST(${x} AS TIMESTAMP)`)],
  [/^TIMESTAMP WITH TIME ZONE$/, (x) => timeText(`make_timestamp(epoch_us(${x}))`)],
  // Of anything else, too, the JSON is shown in problems.
  [/^/, (x) => `CAST(to_json(${x}) AS VARCHAR)`],
];

/** A Parquet file as a relation. */
export const parquetRelation = async (database: Database, path: string): Promise<Relation> => {
  const from = parquetFrom([path]);
  const rows = await database.rows(`DESCRIBE SELECT * FROM ${from}`);
  const cells = rows.map((row): [string, string] => {
    const [name, type] = [String(row['column_name']), String(row['column_type'])];
    return [name, parquetCells.find(([pattern]) => pattern.test(type))![1](named(name))];
  });
  return { from, cells: new Map(cells) };
};

/** The names that a file of a kind may have. */
export const namesOf = (kind: FactKind): readonly string[] => [
  'kind',
  ...factFields[kind].map(({ name }) => name),
];

const cellsNamed = (names: readonly string[]): Relation['cells'] =>
  new Map(names.map((name) => [name, named(name)]));

/** Each form of file as a relation; `null` where its names already say that it is no file of the kind. */
const relations: Readonly<
  Record<SourceForm, (file: SourceFile, kind: FactKind, db: Database) => Promise<Relation | null>>
> = {
  ndjson: (file, kind) => {
    const names = namesOf(kind);
    const columns = Object.fromEntries(names.map((name) => [name, 'JSON']));
    const from = jsonFrom(file.path, columns, file.compression);
    return Promise.resolve({ from, cells: cellsNamed(names) });
  },
  // DuckDB guesses nothing: it would take lines before the names, and what begins with a number sign, for remarks.
  csv: async (file) => {
    const names = await csvNames(file);
    if (names === null || new Set(names).size < names.length) return null;
    const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`);
    const from = `read_csv(${pathLiteral(file.path)}, auto_detect = false, header = true,
      columns = {${columns.join(', ')}}, delim = ',', quote = '"', escape = '"', nullstr = '',
      allow_quoted_nulls = true, max_line_size = ${lineBytesMax}, ${ownColumnsOnly},
      compression = '${file.compression}')`;
    return { from, cells: cellsNamed(names) };
  },
  parquet: ({ path }, _kind, database) => parquetRelation(database, path),
};

/** The lines of a file of NDJSON as a relation with one column, `json`. */
export const linesFrom = (file: SourceFile): string =>
  `read_ndjson_objects(${pathLiteral(file.path)}, compression = '${file.compression}', ${ownColumnsOnly},
    maximum_object_size = ${lineBytesMax})`;

/** The column with the bytes that a line must have if it holds known fields and nothing else. */
export const bytesColumn = 'sourceBytes';

/** Bytes of a line of JSON without blanks, its line feed included. */
const lineBytes = (names: readonly string[]): string =>
  `2 + ${names.map((name) => `coalesce(strlen(${named(name)}) + ${name.length + 4}, 0)`).join(' + ')}`;

/** One field on its way from a cell to its value. */
const stepsOf = (
  { name, type, nullable }: FactField,
  cell: string | undefined,
  isJson: boolean,
) => {
  const form = fieldForms[type];
  const [given, content, value] = ['given', 'content', 'value'].map((step) =>
    named(`${step} ${name}`),
  ) as [string, string, string];
  const taken = cell === undefined ? 'NULL' : value;
  const result = `CAST(${type === 'boolean' ? `coalesce(${taken}, false)` : taken}
    AS ${form.column}) AS ${named(name)}`;
  if (cell === undefined) return { first: [], second: [], result, holds: String(nullable) };
  const [fromText, fromOther] = isJson
    ? [`${cell}->>'$'`, cell]
    : [cell, `TRY_CAST(${cell} AS JSON)`];
  const isQuoted = isJson && form.isText ? `starts_with(CAST(${given} AS VARCHAR), '"') AND` : '';
  const holds = `(${isQuoted} ${form.holds(content, value)})`;
  return {
    first: [`${cell} AS ${given}`, `${form.isText ? fromText : fromOther} AS ${content}`],
    second: [given, content, `${form.value(content)} AS ${value}`],
    result,
    holds: nullable ? `(${given} IS NULL OR ${holds})` : holds,
  };
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
  const relation = await relations[file.form](file, kind, database);
  if (relation === null) return null;
  const { from, cells } = relation;
  const [names, known] = [[...cells.keys()], new Set(namesOf(kind))];
  // DuckDB takes minutes over a hundred thousand others.
  if (!names.every((name) => known.has(name))) return null;
  const isJson = file.form === 'ndjson';
  const fields = factFields[kind].map((field) => stepsOf(field, cells.get(field.name), isJson));
  const kindText = literal(isJson ? JSON.stringify(kind) : kind);
  const kindHolds = `coalesce(CAST(kind AS VARCHAR) = ${kindText}, ${!file.kindNeeded})`;
  const first = [
    ...fields.flatMap((field) => field.first),
    `${isJson ? lineBytes(names) : 0} AS bytes`,
    `${cells.has('kind') ? kindHolds : true} AS "kind holds"`,
  ];
  const second = [...fields.flatMap((field) => field.second), 'bytes', '"kind holds"'];
  const holds = ['"kind holds"', ...fields.map((field) => field.holds)].join(' AND ');
  // Each step is a query of its own, since DuckDB works out an expression as often as it is written.
  return `SELECT ${fields.map(({ result }) => result).join(', ')},
      CAST(CASE WHEN ${isClean ? 'true' : holds} THEN bytes ELSE error('refused') END AS UINTEGER) AS ${bytesColumn}
    FROM (SELECT ${second.join(', ')} FROM (SELECT ${first.join(', ')} FROM ${from}))`;
};
