import {
  type FactByKind,
  type FactField,
  type FactKind,
  factFields,
} from '@tallyboard/core/vocabulary';
import type { Statements } from '../duck/database.js';
import { pausing } from '../duck/pausing.js';
import { literal, named } from '../duck/sql.js';

/** Columns as a fact has them: days and times as numbers. */
const selected = ({ name, type }: FactField): string => {
  const x = named(name);
  const forms: Readonly<Record<string, string>> = {
    date: `CAST(${x} - DATE '1970-01-01' AS INTEGER)`,
    instant: `CAST(epoch_ms(${x}) AS DOUBLE)`,
    count: `CAST(${x} AS DOUBLE)`,
  };
  return `${forms[type] ?? x} AS ${x}`;
};

const jsonTypes = new Set(['object', 'keyValues']);

/** The rows of a relation as facts of one kind. */
export const factsFrom = async <K extends FactKind>(
  { rows }: Pick<Statements, 'rows'>,
  kind: K,
  relation: string,
): Promise<readonly FactByKind[K][]> => {
  const fields = factFields[kind];
  const found = await rows(`SELECT ${fields.map(selected).join(', ')} FROM ${relation}`);
  const texts = fields.filter(({ type }) => jsonTypes.has(type));
  const pause = pausing();
  for (const { name } of texts) {
    for (const fact of found as readonly Record<string, unknown>[]) {
      const text = fact[name];
      if (typeof text !== 'string') continue;
      fact[name] = JSON.parse(text) as unknown;
      await pause();
    }
  }
  return found as unknown as readonly FactByKind[K][];
};

/** Facts of one kind that a condition holds for. */
export const factRows = <K extends FactKind>(
  database: Statements,
  kind: K,
  condition: string,
): Promise<readonly FactByKind[K][]> =>
  factsFrom(database, kind, `${named(`stored_${kind}`)} WHERE ${condition}`);

/** A condition that a column holds one of some texts. */
export const isOneOf = (column: string, texts: Iterable<string>): string => {
  const list = [...new Set(texts)].map(literal);
  return list.length === 0 ? 'false' : `${named(column)} IN (${list.join(', ')})`;
};
