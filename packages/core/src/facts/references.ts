import { type FactKind, type FactOf, type Facts, factFields, factKinds } from './catalog.js';

/** The kinds of fact that others refer to by id. */
const referredKinds = ['user', 'organization', 'board', 'section', 'post', 'attachment'] as const;

/** A kind of fact that others refer to by id. */
export type ReferredKind = (typeof referredKinds)[number];

/** For each kind that others refer to, the position of the first fact with an id. */
export type FactLookup = { readonly [K in ReferredKind]: ReadonlyMap<string, number> };

/** The position of the first row with each id. */
const firstById = (rows: readonly { readonly id: string }[]): ReadonlyMap<string, number> => {
  const first = new Map<string, number>();
  for (let index = rows.length - 1; index >= 0; index--) first.set(rows[index]!.id, index);
  return first;
};

/** Looks up facts of one body by their ids. */
export const lookupOf = (facts: Facts): FactLookup =>
  Object.fromEntries(referredKinds.map((kind) => [kind, firstById(facts[kind])])) as FactLookup;

/** For each kind of fact, the fields that hold the id of another fact, and of which kind. */
export const factReferences: {
  readonly [K in FactKind]: { readonly [F in keyof FactOf<K>]?: ReferredKind };
} = {
  user: {},
  apiKey: { userId: 'user' },
  organization: { ownerId: 'user' },
  billingTerm: { organizationId: 'organization' },
  seatChange: { organizationId: 'organization' },
  member: { organizationId: 'organization', userId: 'user' },
  invitation: { organizationId: 'organization' },
  board: { organizationId: 'organization', builderId: 'user' },
  section: { boardId: 'board' },
  post: { boardId: 'board', sectionId: 'section', authorId: 'user' },
  comment: { boardId: 'board', postId: 'post', authorId: 'user' },
  reaction: { boardId: 'board', postId: 'post', authorId: 'user' },
  visit: { boardId: 'board', userId: 'user' },
  attachment: { postId: 'post', authorId: 'user' },
  play: { attachmentId: 'attachment' },
  scan: { organizationId: 'organization' },
};

/** Each field that holds the id of another fact, in the order of the catalog. */
export const references = factKinds.flatMap((kind) =>
  Object.entries<ReferredKind>(factReferences[kind]).map(([field, to]) => {
    const nullable = factFields[kind].some((one) => one.name === field && one.nullable);
    return { kind, field, to, nullable };
  }),
);
