import { type Instant } from '../time.js';
import { type FactByKind, type FactKind, type Facts, factFields, factKinds } from './catalog.js';

/**
 * What is wrong with one fact beside the others. An error keeps the whole body of facts
 * from being used; a warning names something allowed that is seldom meant.
 */
export interface FactFault {
  /** The kind of the fact at fault. */
  readonly kind: FactKind;
  /** The position of the fact among those of its kind. */
  readonly index: number;
  /** The field at fault. */
  readonly field: string;
  /** The value in the form that a file holds; `null` when there is none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
  /** Facts with an error cannot be computed with; a warning only names an oddity. */
  readonly severity: 'error' | 'warning';
  /** The position of the earlier fact of the same kind that this one collides with, if it does. */
  readonly collidesWith: number | null;
}

/** What a check may look at. */
export interface FactQuestion {
  readonly facts: Facts;
  readonly lookup: FactLookup;
  /** The moment that endings are compared with; `null` leaves that comparison out. */
  readonly now: Instant | null;
}

/** What is wrong with a fact; an error, and no collision, where it does not say. */
export type Finding = Pick<FactFault, 'field' | 'value' | 'reason'> &
  Partial<Pick<FactFault, 'severity' | 'collidesWith'>>;

/** Looks at one fact; `null` finds nothing wrong. */
type Look<Row> = (row: Row, index: number) => Finding | null;

/** One check of the facts of a kind. */
export interface FactCheck {
  readonly kind: FactKind;
  /** Reads what all facts of the kind are compared with; `null` where there is nothing to look for. */
  readonly prepare: (question: FactQuestion) => Look<unknown> | null;
}

/** A check of the facts of a kind. */
export const checkOf = <K extends FactKind>(
  kind: K,
  prepare: (question: FactQuestion) => Look<FactByKind[K]> | null,
): FactCheck => ({ kind, prepare: prepare as FactCheck['prepare'] });

/** A fact as its fields by name, for checks that a table lists. */
export type FactRow<Value> = Readonly<Record<string, Value>>;

/** Every fault that a check finds, in the order of the facts. */
export const faultsOf = ({ kind, prepare }: FactCheck, question: FactQuestion): FactFault[] => {
  const look = prepare(question);
  const faults: FactFault[] = [];
  if (look === null) return faults;
  for (const [index, row] of question.facts[kind].entries()) {
    const finding = look(row, index);
    if (finding !== null) {
      faults.push({ kind, index, severity: 'error', collidesWith: null, ...finding });
    }
  }
  return faults;
};

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
