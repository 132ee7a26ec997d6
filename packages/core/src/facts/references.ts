import { type FactByKind, type FactKind, type Facts, factFields, factKinds } from './catalog.js';
import { type FactCheck, type FactRow, type ReferredKind } from './fault.js';

/** For each kind of fact, the fields that hold the id of another fact, and of which kind. */
export const factReferences: {
  readonly [K in FactKind]: { readonly [F in keyof FactByKind[K]]?: ReferredKind };
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

const references = factKinds.flatMap((kind) =>
  Object.entries<ReferredKind>(factReferences[kind]).map(([field, to]) => {
    const nullable = factFields[kind].some((one) => one.name === field && one.nullable);
    return { kind, field, to, nullable };
  }),
);

/** Calls with each reference to facts of a kind, in the order of the catalog; null refers to nothing. */
export const eachReference = (
  facts: Facts,
  referred: ReferredKind,
  take: (id: string | null, kind: FactKind, index: number) => void,
): void => {
  for (const { kind, field, to } of references) {
    if (to !== referred) continue;
    const rows = facts[kind] as unknown as readonly FactRow<string | null>[];
    for (const [index, row] of rows.entries()) take(row[field] ?? null, kind, index);
  }
};

/** Every id that a fact refers to belongs to a fact; a nullable field without a value refers to nothing. */
export const knownReferences = references.map(
  ({ kind, field, to, nullable }): FactCheck => ({
    kind,
    prepare: ({ lookup }) => {
      const known = lookup[to];
      return (fact) => {
        const id = (fact as FactRow<string | null>)[field] ?? null;
        if (id === null ? nullable : known.has(id)) return null;
        return { field, value: id, reason: `the id of an existing ${to}` };
      };
    },
  }),
);

/** What is on the board of the fact that it refers to, and the field that says otherwise. */
const sameBoard = [
  { kind: 'comment', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'reaction', by: 'postId', to: 'post', field: 'boardId' },
  { kind: 'post', by: 'sectionId', to: 'section', field: 'sectionId' },
] as const;

/** Comments and reactions are on the board of their post, sections of a post on its own. */
export const onTheSameBoard = sameBoard.map(
  ({ kind, by, to, field }): FactCheck => ({
    kind,
    prepare:
      ({ facts, lookup }) =>
      (fact) => {
        const row = fact as FactRow<string | null>;
        // A reference to nothing is another check's finding.
        const boardId = facts[to][lookup[to].get(row[by] ?? '') ?? -1]?.boardId;
        if (boardId === undefined || boardId === row['boardId']) return null;
        const reason =
          to === 'post'
            ? `${boardId}, the board of its post`
            : `a section of the board ${row['boardId']}`;
        return { field, value: row[field], reason };
      },
  }),
);
