import { type FieldType, factCatalog } from '../../../packages/core/src/catalog/fact-catalog.js';
import type { FactKind } from '../../../packages/core/src/model/facts.js';

/* Files of facts as DuckDB reads them when it gets every type: nothing is left to guessing. */

/** The forms that are compared. */
export const forms = ['ndjson', 'csv', 'parquet'] as const;
export type Form = (typeof forms)[number];

const types: { readonly [T in FieldType]?: string } = {
  boolean: 'BOOLEAN',
  date: 'DATE',
  instant: 'TIMESTAMP',
  number: 'DOUBLE',
  amount: 'DOUBLE',
  count: 'BIGINT',
  words: 'VARCHAR[]',
  object: 'JSON',
  keyValues: 'JSON',
};

/** The fields of a kind, with the type of each. */
export const fieldsOf = (kind: FactKind): readonly (readonly [name: string, type: FieldType])[] =>
  Object.entries<string>(factCatalog[kind]).map(([name, type]) => [
    name,
    type.replace('?', '') as FieldType,
  ]);

const columnsOf = (kind: FactKind, typeOf: (type: FieldType) => string): string =>
  fieldsOf(kind)
    .map(([name, type]) => `'${name}': '${typeOf(type)}'`)
    .join(', ');

const typed = (type: FieldType): string => types[type] ?? 'VARCHAR';
// A list in a cell is JSON, which a column of lists does not take.
const inCell = (type: FieldType): string => (type === 'words' ? 'VARCHAR' : typed(type));

const sources: Readonly<Record<Form, (path: string, kind: FactKind) => string>> = {
  ndjson: (path, kind) =>
    `read_json('${path}', format = 'newline_delimited', columns = {${columnsOf(kind, typed)}})`,
  csv: (path, kind) =>
    `read_csv('${path}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
      columns = {${columnsOf(kind, inCell)}})`,
  parquet: (path) => `read_parquet('${path}')`,
};

/** A relation over a file of facts. */
export const sourceOf = (form: Form, path: string, kind: FactKind): string =>
  sources[form](path, kind);

const cells: { readonly [T in FieldType]?: (x: string) => string } = {
  instant: (x) => `strftime(${x}, '%Y-%m-%dT%H:%M:%S.%gZ')`,
  words: (x) => `CAST(to_json(${x}) AS VARCHAR)`,
};

/** What writes facts, read as NDJSON, in another form. */
export const selectionFor = (form: Form, kind: FactKind): string =>
  fieldsOf(kind)
    .map(([name, type]) => {
      const x = `"${name}"`;
      const cell = form === 'csv' ? cells[type]?.(x) : undefined;
      return `${cell ?? (types[type] === 'JSON' ? `CAST(${x} AS VARCHAR)` : x)} AS ${x}`;
    })
    .join(', ');
