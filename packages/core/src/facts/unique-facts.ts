import { factCatalog, factKinds } from '../catalog/fact-catalog.js';
import { type Day, formatDay } from '../model/day.js';
import type { FactKind, Facts } from '../model/facts.js';
import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';
import { type FactLookup, firstById } from './fact-lookup.js';

type IdKind = {
  [K in FactKind]: Facts[K][number] extends { readonly id: string } ? K : never;
}[FactKind];

const idKinds = factKinds.filter((kind): kind is IdKind => 'id' in factCatalog[kind]);

const repeated = (
  kind: FactKind,
  index: number,
  field: string,
  value: unknown,
  words: string,
  first: number,
): FactFault => ({
  ...errorAt(kind, index, field, value, `${words}, which an earlier ${kind} has already`),
  collidesWith: first,
});

/** No two facts of a kind have the same id. */
export const uniqueIds: FactCheck = ({ facts, lookup }) => {
  const known: Partial<FactLookup & Record<FactKind, ReadonlyMap<string, number>>> = lookup;
  return idKinds.flatMap((kind) => {
    const rows: readonly { readonly id: string }[] = facts[kind];
    const first = known[kind] ?? firstById(rows);
    // Found without a list of candidates: rows may be millions, and repeated ones are few.
    if (first.size === rows.length) return [];
    return rows.flatMap(({ id }, index) => {
      const earlier = first.get(id) ?? index;
      return earlier === index
        ? []
        : [repeated(kind, index, 'id', id, 'an id of its own', earlier)];
    });
  });
};

/** Fields that no two facts of a kind share, within an organization or everywhere. */
const uniqueFields = [
  { kind: 'apiKey', within: null, field: 'keySha256', words: 'one apiKey for each key' },
  {
    kind: 'member',
    within: 'organizationId',
    field: 'userId',
    words: 'one member for each organization and user',
  },
  {
    kind: 'seatChange',
    within: 'organizationId',
    field: 'on',
    words: 'one seatChange for each organization and day',
  },
] as const;

/** One fact for each key, member, and day of a change of seats. */
export const uniqueKeys: FactCheck = ({ facts }) =>
  uniqueFields.flatMap(({ kind, within, field, words }) => {
    // Texts may hold any character, so pairs are not joined.
    const seen = new Map<unknown, Map<unknown, number>>();
    const faults: FactFault[] = [];
    for (const [index, fact] of facts[kind].entries()) {
      const row = fact as unknown as Readonly<Record<string, unknown>>;
      const scope = within === null ? null : row[within];
      const group = seen.get(scope) ?? new Map<unknown, number>();
      seen.set(scope, group);
      const first = group.get(row[field]);
      if (first === undefined) group.set(row[field], index);
      else {
        const value = kind === 'seatChange' ? formatDay(row[field] as Day) : row[field];
        faults.push(repeated(kind, index, field, value, words, first));
      }
    }
    return faults;
  });
