import type { FactByKind, FactKind } from '../model/facts.js';
import { errorAt, type FactCheck, type FactFault } from './fact-fault.js';
import type { ReferredKind } from './fact-lookup.js';

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

/** Every id that a fact refers to belongs to a fact; a field without a value refers to nothing. */
export const knownReferences: FactCheck = ({ facts, lookup }) =>
  (Object.keys(factReferences) as FactKind[]).flatMap((kind) => {
    const rows = facts[kind] as unknown as readonly Readonly<Record<string, string | null>>[];
    return Object.entries<ReferredKind>(factReferences[kind]).flatMap(([field, referred]) => {
      const known = lookup[referred];
      const faults: FactFault[] = [];
      for (const [index, row] of rows.entries()) {
        const id = row[field] ?? null;
        if (id !== null && !known.has(id)) {
          faults.push(errorAt(kind, index, field, id, `the id of an existing ${referred}`));
        }
      }
      return faults;
    });
  });
