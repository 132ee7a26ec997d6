import type { Facts } from '../model/facts.js';

/** A kind of fact that others refer to by id. */
export type ReferredKind = 'user' | 'organization' | 'board' | 'section' | 'post' | 'attachment';

/** For each kind that others refer to, the position of the first fact with an id. */
export type FactLookup = { readonly [K in ReferredKind]: ReadonlyMap<string, number> };

/** The position of the first row with each id. */
const firstById = (rows: readonly { readonly id: string }[]): ReadonlyMap<string, number> => {
  const first = new Map<string, number>();
  for (const [index, { id }] of rows.entries()) {
    if (!first.has(id)) first.set(id, index);
  }
  return first;
};

/** Looks up facts of one body by their ids. */
export const lookupOf = (facts: Facts): FactLookup => ({
  user: firstById(facts.user),
  organization: firstById(facts.organization),
  board: firstById(facts.board),
  section: firstById(facts.section),
  post: firstById(facts.post),
  attachment: firstById(facts.attachment),
});
