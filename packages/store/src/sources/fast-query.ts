import { type FactField, type FactKind, factFields } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal, named, ownColumnsOnly, pathLiteral } from '../duck/sql.js';
import { columnTypes } from '../schema/column-types.js';
import { cellOf, compressionOption, csvRelation, parquetRelation, type Relation } from './cells.js';
import { csvNames } from './csv-names.js';
import { lineBytesMax } from './lines.js';
import { nativeForm } from './native-values.js';
import type { SourceFile } from './source-files.js';
import {
  cellContent,
  type Expression,
  jsonContent,
  type ValueForm,
  valueForm,
} from './value-forms.js';

/** How one field is read from a relation that has a column for it, step by step. */
interface FieldReading extends ValueForm {
  readonly given: string;
  readonly content: Expression;
  /** What must hold of what is given, beside what holds of the value. */
  readonly givenHolds: Expression | null;
}

/** A file as a relation, and how each field is read from it: `null` where it has no such column. */
interface Given {
  readonly from: string;
  readonly readingOf: (field: FactField) => FieldReading | null;
  readonly kindHolds: string;
  readonly bytes: string;
}

/** The column with the bytes that a line must have if it holds known fields and nothing else. */
export const bytesColumn = 'sourceBytes';

/** One field on its way from what is given to its value. */
const stepsOf = (field: FactField, reading: FieldReading | null) => {
  const { name, type, nullable } = field;
  const [given, content, value] = ['given', 'content', 'value'].map((step) =>
    named(`${step} ${name}`),
  ) as [string, string, string];
  const taken = reading === null ? 'NULL' : value;
  const result = type === 'boolean' ? `coalesce(${taken}, false)` : taken;
  const steps = {
    first: [] as string[],
    second: [] as string[],
    result: `CAST(${result} AS ${columnTypes[type]}) AS ${named(name)}`,
  };
  if (reading === null) return { ...steps, holds: String(nullable) };
  const { givenHolds } = reading;
  const conditions = [
    ...(givenHolds === null ? [] : [givenHolds(given)]),
    reading.holds(content, value),
  ];
  const holds = `(${conditions.join(' AND ')})`;
  return {
    ...steps,
    first: [`${reading.given} AS ${given}`, `${reading.content(reading.given)} AS ${content}`],
    second: [given, content, `${reading.value(content)} AS ${value}`],
    holds: nullable ? `(${given} IS NULL OR ${holds})` : holds,
  };
};

/**
 * Facts from what a file gives; one refused value ends the query as a whole. Each step is a query of
 * its own, since DuckDB works out an expression as often as it is written.
 */
const checkedQuery = (kind: FactKind, { from, readingOf, kindHolds, bytes }: Given): string => {
  const fields = factFields[kind].map((field) => stepsOf(field, readingOf(field)));
  const first = [
    ...fields.flatMap((field) => field.first),
    `${bytes} AS bytes`,
    `${kindHolds} AS "kind holds"`,
  ];
  const second = [...fields.flatMap((field) => field.second), 'bytes', '"kind holds"'];
  const holds = ['"kind holds"', ...fields.map((field) => field.holds)].join(' AND ');
  return `SELECT ${fields.map(({ result }) => result).join(', ')},
      CAST(CASE WHEN ${holds} THEN bytes ELSE error('refused') END AS UINTEGER) AS ${bytesColumn}
    FROM (SELECT ${second.join(', ')} FROM (SELECT ${first.join(', ')} FROM ${from}))`;
};

/** Bytes of a line of JSON without blanks, its line feed included. */
const lineBytes = (names: readonly string[]): string =>
  `2 + ${names.map((name) => `coalesce(strlen(${named(name)}) + ${name.length + 4}, 0)`).join(' + ')}`;

const jsonQuery = (file: SourceFile, kind: FactKind): string => {
  const names = ['kind', ...factFields[kind].map(({ name }) => name)];
  const columns = names.map((name) => `${literal(name)}: 'JSON'`).join(', ');
  const isKind = `CAST(kind AS VARCHAR) = ${literal(JSON.stringify(kind))}`;
  return checkedQuery(kind, {
    from: `read_json(${pathLiteral(file.path)}, columns = {${columns}}, format = 'newline_delimited',
      maximum_object_size = ${lineBytesMax}, ${ownColumnsOnly}, ${compressionOption(file)})`,
    readingOf: ({ name, type }) => ({
      given: named(name),
      ...jsonContent(type),
      ...valueForm(type),
    }),
    kindHolds: `coalesce(${isKind}, ${!file.kindNeeded})`,
    bytes: lineBytes(names),
  });
};

const cellReading = (field: FactField, columnType: string): FieldReading => {
  const given = named(field.name);
  const native = nativeForm(field.type, columnType);
  return native === undefined
    ? {
        given: cellOf(field.name, columnType),
        ...cellContent(field.type),
        ...valueForm(field.type),
      }
    : { given, content: (x) => x, givenHolds: null, ...native };
};

const isKnown = (kind: FactKind, names: readonly string[]): boolean => {
  const known = new Set(['kind', ...factFields[kind].map(({ name }) => name)]);
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
 * read again by hand. `null` when its columns already tell.
 */
export const fastQuery = async (
  database: Database,
  file: SourceFile,
  kind: FactKind,
): Promise<string | null> => {
  if (file.form === 'ndjson') return jsonQuery(file, kind);
  const relation =
    file.form === 'csv' ? await knownCsv(file, kind) : await parquetRelation(database, file);
  if (relation === null || !isKnown(kind, [...relation.columns.keys()])) return null;
  const { from, columns } = relation;
  return checkedQuery(kind, {
    from,
    readingOf: (field) => {
      const columnType = columns.get(field.name);
      return columnType === undefined ? null : cellReading(field, columnType);
    },
    kindHolds: columns.has('kind')
      ? `coalesce(CAST(kind AS VARCHAR) = ${literal(kind)}, true)`
      : 'true',
    bytes: '0',
  });
};
