import { type Facts, factKinds, noFacts } from './catalog.js';
import { refuseErrors } from './check-facts.js';
import { factReferences, references } from './references.js';

type Part = ReturnType<typeof noFacts>;

/** The fields that say where a fact belongs: the first of them that a kind has. */
const ownerFields = ['organizationId', 'boardId', 'postId', 'attachmentId'] as const;

type Row = Readonly<Record<(typeof ownerFields)[number], string | null>> & { readonly id: string };

/**
 * The facts of each organization by its id, in one pass over all of them. Each part holds the
 * organization, what happened on its boards, and the users it mentions; personal boards and keys
 * belong to no part.
 *
 * @throws ArgumentError - when `checkFacts` finds an error in them: a fact that refers to an unknown one
 *   would be in no part, and figures would leave it out unnoticed
 * @throws ArgumentError - when there is no list of a kind
 *
 * @example
 * ```ts
 * [...splitByOrganization(facts).keys()]; // ['wksp_riverside01']
 * ```
 */
export const splitByOrganization = (facts: Facts): ReadonlyMap<string, Facts> => {
  refuseErrors(facts);
  const parts = new Map<string, Part>();
  for (const organization of facts.organization) {
    parts.set(organization.id, { ...noFacts(), organization: [organization] });
  }
  const [board, post, attachment] = [new Map(), new Map(), new Map()] as Map<string, Part>[];
  const partsBy: Readonly<Record<string, Map<string, Part> | undefined>> = {
    ...{ organization: parts, board, post, attachment },
  };
  // Kinds come after those that they refer to.
  for (const kind of factKinds) {
    const kinds: Readonly<Record<string, string>> = factReferences[kind];
    const field = ownerFields.find((name) => name in kinds);
    if (field === undefined) continue;
    const owners = partsBy[kinds[field]!]!;
    for (const row of facts[kind] as unknown as readonly Row[]) {
      const part = owners.get(row[field]!);
      if (part === undefined) continue;
      (part[kind] as object[]).push(row);
      partsBy[kind]?.set(row.id, part);
    }
  }
  const users = new Map(facts.user.map((user) => [user.id, user]));
  for (const part of parts.values()) {
    const mentioned = new Set<string | null | undefined>();
    for (const { kind, field, to } of references) {
      if (to !== 'user') continue;
      const rows = part[kind] as readonly unknown[] as readonly Readonly<Record<string, string>>[];
      for (const row of rows) mentioned.add(row[field]);
    }
    for (const id of mentioned) {
      const user = users.get(id ?? '');
      if (user !== undefined) part.user.push(user);
    }
  }
  return parts;
};
