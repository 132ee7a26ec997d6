import {
  type FactField,
  type FactKind,
  type FactOf,
  factFields,
} from '@tallyboard/core/vocabulary';
import { pausing, type Statements } from '../duck/database.js';
import { literal, named } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';

/** The rows of a relation as facts of one kind. */
export const factsFrom = async <K extends FactKind>(
  { rows }: Pick<Statements, 'rows'>,
  kind: K,
  relation: string,
): Promise<readonly FactOf<K>[]> => {
  const fields: readonly FactField[] = factFields[kind];
  const columns = fields.map(
    ({ name, type }) => `${(fieldForms[type].selected ?? String)(named(name))} AS ${named(name)}`,
  );
  const found = await rows(`SELECT ${columns.join(', ')} FROM ${relation}`);
  const texts = fields.filter(({ type }) => fieldForms[type].isJson);
  const pause = pausing();
  for (const { name } of texts) {
    for (const fact of found as readonly Record<string, unknown>[]) {
      const text = fact[name];
      if (typeof text !== 'string') continue;
      fact[name] = JSON.parse(text) as unknown;
      await pause();
    }
  }
  return found as unknown as readonly FactOf<K>[];
};

/** Facts of one kind that a condition holds for. */
export const factRows = <K extends FactKind>(
  database: Statements,
  kind: K,
  condition: string,
): Promise<readonly FactOf<K>[]> =>
  factsFrom(database, kind, `${named(`stored_${kind}`)} WHERE ${condition}`);

/** A condition that a column holds one of some texts. */
export const isOneOf = (column: string, texts: Iterable<string>): string => {
  const list = [...new Set(texts)].map(literal);
  return list.length === 0 ? 'false' : `${named(column)} IN (${list.join(', ')})`;
};
