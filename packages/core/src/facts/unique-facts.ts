import { factKeys, factKinds } from '../catalog/fact-catalog.js';
import { type Day, formatDay } from '../model/day.js';
import type { FactKind } from '../model/facts.js';
import type { FactCheck, FactRow } from './fact-fault.js';

const keyWords: { readonly [K in FactKind]?: string } = {
  apiKey: 'one apiKey for each key',
  member: 'one member for each organization and user',
  seatChange: 'one seatChange for each organization and day',
};

/**
 * What is accepted in place of a key that an earlier fact has, as the end of a sentence.
 *
 * @example
 * ```ts
 * unusedKey('post'); // 'an id of its own, which an earlier post has already'
 * ```
 */
export const unusedKey = (kind: FactKind): string =>
  `${keyWords[kind] ?? 'an id of its own'}, which an earlier ${kind} has already`;

/** No two facts of a kind have the same key. Terms with the same first day overlap: the check of terms finds them. */
export const uniqueKeys = factKinds
  .filter((kind) => kind !== 'billingTerm')
  .map((kind): FactCheck => {
    const [field, within = null] = factKeys[kind].toReversed() as [string, string?];
    return {
      kind,
      prepare: ({ facts, lookup }) => {
        const known: Readonly<Record<string, ReadonlyMap<string, number>>> = lookup;
        // Rows may be millions, and repeated ones are few.
        if (known[kind]?.size === facts[kind].length) return null;
        // Texts may hold any character, so pairs are not joined.
        const seen = new Map<unknown, Map<unknown, number>>();
        return (fact, index) => {
          const row = fact as FactRow<unknown>;
          const scope = within === null ? null : row[within];
          const group = seen.get(scope) ?? new Map<unknown, number>();
          seen.set(scope, group);
          const first = group.get(row[field]);
          if (first === undefined) {
            group.set(row[field], index);
            return null;
          }
          const value = kind === 'seatChange' ? formatDay(row[field] as Day) : row[field];
          return { field, value, reason: unusedKey(kind), collidesWith: first };
        };
      },
    };
  });
