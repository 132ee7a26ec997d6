import { type FactField, factFields, factKinds } from '../catalog/fact-catalog.js';
import { failArgument, isDay, readArgument } from '../model/arguments.js';
import type { FactKind, Facts } from '../model/facts.js';

/** The times of the years 0000 to 9999. */
const [earliest, latest] = [-62_167_219_200_000, 253_402_300_799_999];

/** The types that figures are computed with; places and fonts are not. */
const numeric: Readonly<Partial<Record<FactField['type'], (value: number) => boolean>>> = {
  instant: (value) => value >= earliest && value <= latest,
  date: isDay,
  amount: Number.isFinite,
  count: Number.isFinite,
};

/** Times that no figure reads. */
const unread: ReadonlySet<string> = new Set(['updatedAt', 'revokedAt']);

const columnsOf = (kind: FactKind) =>
  factFields[kind].flatMap(({ name, type, nullable }) => {
    const fits = numeric[type];
    return fits === undefined || unread.has(name) ? [] : [{ name, type, nullable, fits }];
  });

/**
 * Throws a TypeError that names the first fact that is none, or a number or time that cannot be computed with.
 * `readFact` gives no such facts; a program may.
 */
export const checkRows = (facts: Facts): void =>
  readArgument('facts', () => {
    for (const kind of factKinds) {
      const rows = facts[kind] as readonly unknown[];
      if (!Array.isArray(rows)) failArgument(`facts.${kind}`, rows, 'a list of facts');
      const columns = columnsOf(kind);
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] as Readonly<Record<string, unknown>> | null;
        if (typeof row !== 'object' || row === null) {
          return failArgument(`facts.${kind}[${at}]`, row, 'a fact, as readFact gives it');
        }
        for (const { name, type, nullable, fits } of columns) {
          const value = row[name];
          if (typeof value === 'number' ? fits(value) : nullable && value === null) continue;
          failArgument(`facts.${kind}[${at}].${name}`, value, `a number of the type ${type}`);
        }
      }
    }
  });
