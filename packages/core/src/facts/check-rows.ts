import { type FactField, factFields, factKinds } from '../catalog/fact-catalog.js';
import { leaves } from '../codec/leaves.js';
import type { FactKind, Facts } from '../model/facts.js';
import { failArgument, readArgument } from '../model/fail-argument.js';
import { listWords } from '../model/show.js';

/** The types of numbers and words that figures read. Ids are references, which `checkFacts` looks up. */
const readTypes: ReadonlySet<string> = new Set([
  ...['date', 'instant', 'amount', 'count'],
  ...['organizationType', 'role', 'billingStatus', 'words'],
]);

/** The texts that figures show or count by. */
const readTexts: ReadonlySet<string> = new Set([
  ...['username', 'displayName', 'email', 'title', 'category', 'itemType'],
]);

/** Times that no figure reads. */
const unread: ReadonlySet<string> = new Set(['updatedAt', 'revokedAt']);

/** How messages name types that are numbers here and texts on the wire. */
const numbers: Readonly<Partial<Record<FactField['type'], string>>> = {
  date: 'a Day, such as parseDay makes it',
  instant: 'an Instant, such as parseInstant makes it',
};

const columnsOf = (kind: FactKind) =>
  factFields[kind]
    .filter(({ name, type }) =>
      type === 'text' ? readTexts.has(name) : readTypes.has(type) && !unread.has(name),
    )
    .map(({ name, type, nullable }) => {
      const accepted = `${numbers[type] ?? leaves[type].name}${nullable ? ', or null' : ''}`;
      // A text may be left out where it is nullable; a time that is left out could be taken for one.
      const isNone = (value: unknown): boolean =>
        value === null || (type === 'text' && value === undefined);
      const fits = (value: unknown): boolean =>
        leaves[type].is(value) || (nullable && isNone(value));
      return { name, accepted, fits };
    });

const columns = factKinds.map((kind) => ({ kind, fields: columnsOf(kind) }));

/** Throws a TypeError that names the first kind of facts that there is not. */
export const checkKinds = (facts: Facts): void => {
  if (typeof facts !== 'object' || (facts as unknown) === null) {
    failArgument('facts', facts, 'lists of facts by kind, as collectFacts gives them');
  }
  for (const kind of Object.keys(facts)) {
    const isKind = (factKinds as readonly string[]).includes(kind);
    if (!isKind) failArgument('A kind of facts', kind, listWords(factKinds));
  }
};

/**
 * Throws a TypeError that names the first fact that is none, or a value that cannot be computed with: a time that is
 * no number, a role that there is not. `readFact` gives no such facts; a program may.
 */
export const checkRows = (facts: Facts): void =>
  readArgument('facts', () => {
    checkKinds(facts);
    for (const { kind, fields } of columns) {
      const rows = facts[kind] as readonly unknown[];
      if (!Array.isArray(rows)) failArgument(`facts.${kind}`, rows, 'a list of facts');
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] as Readonly<Record<string, unknown>> | null;
        if (typeof row !== 'object' || row === null) {
          return failArgument(`facts.${kind}[${at}]`, row, 'a fact, as readFact gives it');
        }
        for (const { name, accepted, fits } of fields) {
          const value = row[name];
          if (!fits(value)) failArgument(`facts.${kind}[${at}].${name}`, value, accepted);
        }
      }
    }
  });
