import { formatDay } from '../model/day.js';
import type { FactKind, Facts } from '../model/facts.js';
import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';
import { type FactLookup, firstById } from './fact-lookup.js';

type IdKind = {
  [K in FactKind]: Facts[K][number] extends { readonly id: string } ? K : never;
}[FactKind];

/** The kinds whose facts have an id: a record, so that the compiler misses none. */
const idKinds: { readonly [K in IdKind]: true } = {
  user: true,
  organization: true,
  invitation: true,
  board: true,
  section: true,
  post: true,
  comment: true,
  reaction: true,
  visit: true,
  attachment: true,
  play: true,
  scan: true,
};

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
  return (Object.keys(idKinds) as IdKind[]).flatMap((kind) => {
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

/** The first row with each pair of values; texts may hold any character, so pairs are not joined. */
const repeatedPairs = <A>(
  rows: readonly A[],
  outer: (row: A) => string,
  inner: (row: A) => string | number,
  fault: (row: A, index: number, first: number) => FactFault,
): readonly FactFault[] => {
  const seen = new Map<string, Map<string | number, number>>();
  const faults: FactFault[] = [];
  for (const [index, row] of rows.entries()) {
    const group = seen.get(outer(row)) ?? new Map<string | number, number>();
    seen.set(outer(row), group);
    const first = group.get(inner(row));
    if (first === undefined) group.set(inner(row), index);
    else faults.push(fault(row, index, first));
  }
  return faults;
};

/** One member fact for each organization and user. */
export const uniqueMembers: FactCheck = ({ facts }) =>
  repeatedPairs(
    facts.member,
    (member) => member.organizationId,
    (member) => member.userId,
    (member, index, first) =>
      repeated(
        'member',
        index,
        'userId',
        member.userId,
        'one member for each organization and user',
        first,
      ),
  );

/** One seat change for each organization and day. */
export const uniqueSeatChanges: FactCheck = ({ facts }) =>
  repeatedPairs(
    facts.seatChange,
    (change) => change.organizationId,
    (change) => change.on,
    (change, index, first) =>
      repeated(
        'seatChange',
        index,
        'on',
        formatDay(change.on),
        'one seatChange for each organization and day',
        first,
      ),
  );

/** One apiKey fact for each key. */
export const uniqueKeys: FactCheck = ({ facts }) =>
  repeatedPairs(
    facts.apiKey,
    () => '',
    (key) => key.keySha256,
    (key, index, first) =>
      repeated('apiKey', index, 'keySha256', key.keySha256, 'one apiKey for each key', first),
  );
