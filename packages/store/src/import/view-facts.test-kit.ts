import {
  type FactField,
  type Facts,
  type FieldType,
  factFields,
  factKinds,
} from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';

const numberLiteral = (type: FieldType, value: number | boolean): string =>
  ({ date: `DATE '1970-01-01' + ${value}`, instant: `make_timestamp(${value}::BIGINT * 1000)` })[
    type as string
  ] ?? String(value);

const asLiteral = ({ type }: FactField, value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return numberLiteral(type, value);
  if (value === null || value === undefined) return 'NULL';
  if (type === 'words') return `[${(value as string[]).map(literal).join(', ')}]`;
  if (typeof value === 'object') return literal(JSON.stringify(value));
  return literal(value as string);
};

/** Makes facts the staged ones, each with its index as `seq`. */
export const viewFacts = async (database: Database, facts: Facts): Promise<void> => {
  for (const kind of factKinds) {
    const fields = factFields[kind];
    const columns = fields.map(({ name, type }) => `${named(name)} ${fieldForms[type].column}`);
    const table = named(`staged_${kind}`);
    await database.run(`CREATE OR REPLACE TEMP TABLE ${table} (${columns.join(', ')}, seq BIGINT)`);
    const rows = facts[kind].map((fact, seq) => {
      const record = fact as unknown as Readonly<Record<string, unknown>>;
      return `(${fields.map((field) => asLiteral(field, record[field.name])).join(', ')}, ${seq})`;
    });
    if (rows.length > 0) await database.run(`INSERT INTO ${table} VALUES ${rows.join(', ')}`);
  }
};
