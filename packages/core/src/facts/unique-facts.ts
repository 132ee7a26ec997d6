import { factCatalog, factKinds } from '../catalog/fact-catalog.js';
import { type Day, formatDay } from '../model/day.js';
import type { FactKind } from '../model/facts.js';
import type { FactCheck, FactRow, Finding } from './fact-fault.js';
import { firstById } from './fact-lookup.js';

const repeated = (
  kind: FactKind,
  field: string,
  value: unknown,
  words: string,
  collidesWith: number,
): Finding => {
  const reason = `${words}, which an earlier ${kind} has already`;
  return { field, value, reason, collidesWith };
};

type WithId = FactRow<string> & { readonly id: string };

/** No two facts of a kind have the same id. */
export const uniqueIds = factKinds
  .filter((kind) => 'id' in factCatalog[kind])
  .map(
    (kind): FactCheck => ({
      kind,
      prepare: ({ facts, lookup }) => {
        const rows = facts[kind] as unknown as readonly WithId[];
        const known: Readonly<Record<string, ReadonlyMap<string, number>>> = lookup;
        const first = known[kind] ?? firstById(rows);
        // Rows may be millions, and repeated ones are few.
        if (first.size === rows.length) return null;
        return (fact, index) => {
          const { id } = fact as WithId;
          const earlier = first.get(id) ?? index;
          return earlier === index ? null : repeated(kind, 'id', id, 'an id of its own', earlier);
        };
      },
    }),
  );

/** Fields that no two facts of a kind share, within an organization or everywhere. */
// biome-ignore format: a table reads by its columns
const uniqueFields = [
  { kind: 'apiKey', within: null, field: 'keySha256', words: 'one apiKey for each key' },
  { kind: 'member', within: 'organizationId', field: 'userId', words: 'one member for each organization and user' },
  { kind: 'seatChange', within: 'organizationId', field: 'on', words: 'one seatChange for each organization and day' },
] as const;

/** One fact for each key, member, and day of a change of seats. */
export const uniqueKeys = uniqueFields.map(
  ({ kind, within, field, words }): FactCheck => ({
    kind,
    prepare: () => {
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
        return repeated(kind, field, value, words, first);
      };
    },
  }),
);
