import { columnsFrom } from '../events/from-facts.js';
import { type FactOf, type Facts, noFacts } from '../facts/catalog.js';
import { buildIndex, type OrganizationIndex } from '../index/organization-index.js';
import type { IndexTimes } from '../index/periods.js';
import { type Day, type Instant, parseDay, parseInstant } from '../time.js';

/* A small school for tests: write only what a test is about, the rest is filled in. */

export const day = (text: string): Day => parseDay(text) ?? (0 as Day);
export const at = (text: string): Instant => parseInstant(text) ?? (0 as Instant);

type Rows = { readonly [K in keyof Facts]?: readonly Partial<Facts[K][number]>[] };

const organizationId = 'wksp_0123456789abcdef';

const blanks: { readonly [K in keyof Facts]?: Partial<Facts[K][number]> } = {
  user: {
    name: null,
    username: null,
    email: null,
    displayName: null,
    signupDate: day('2020-01-01'),
  },
  member: {
    organizationId,
    role: 'student',
    joinedAt: at('2020-01-01T00:00:00Z'),
    leftAt: null,
  },
  board: { organizationId, title: 'A board' },
  billingTerm: { organizationId },
  seatChange: { organizationId },
  post: { boardId: 'b1', authorId: null },
  comment: { boardId: 'b1', postId: 'p1', authorId: null },
  reaction: { boardId: 'b1', postId: 'p1', authorId: null },
  visit: { boardId: 'b1', userId: null, visitorId: null, seconds: 60 },
  attachment: { postId: 'p1', authorId: null, title: null },
  invitation: { organizationId, closedAt: null },
  scan: { organizationId, durationMs: 10, flags: [], removedAt: null },
};

/** The organization, whose owner has left, and users who are only mentioned. */
const completed = (facts: Facts): Facts => {
  const ownerId = 'the-owner';
  const mentioned = [
    ...facts.board.map(({ builderId }) => builderId),
    ...[facts.post, facts.comment, facts.reaction, facts.attachment].flatMap((rows) =>
      rows.map(({ authorId }) => authorId),
    ),
  ];
  const known = new Set(facts.user.map(({ id }) => id));
  const others = [...new Set([ownerId, ...mentioned])].filter(
    (id): id is string => id !== null && !known.has(id),
  );
  const createdAt = at('2020-01-01T00:00:00Z');
  const owner = { organizationId, userId: ownerId, role: 'owner', joinedAt: createdAt } as const;
  return {
    ...facts,
    organization: [{ id: organizationId, type: 'school', name: '', ownerId, createdAt }],
    user: [...facts.user, ...others.map((id) => ({ ...blanks.user, id }) as FactOf<'user'>)],
    member: [...facts.member, { ...owner, leftAt: createdAt }],
  };
};

const factsWith = (rows: Rows): Facts => {
  const facts = noFacts() as unknown as Record<string, object[]>;
  for (const [kind, some] of Object.entries(rows)) {
    facts[kind] = some.map((row, place) => ({
      id: `${kind}${place}`,
      ...blanks[kind as keyof Facts],
      ...row,
    }));
  }
  return completed(facts as unknown as Facts);
};

/** The index of a school; by default for the organization and the day of `plannedRoster`. */
export const indexWith = (
  rows: Rows,
  times: IndexTimes = { createdOn: day('2023-02-03'), billingTerms: [], today: day('2026-11-20') },
): OrganizationIndex => buildIndex(columnsFrom(factsWith(rows)), times);

/** Current members with their user facts, one per user given. */
export const members = (
  ...users: readonly (Partial<FactOf<'user'>> & { readonly id: string } & Partial<
      Pick<FactOf<'member'>, 'role' | 'joinedAt'>
    >)[]
): Pick<Rows, 'user' | 'member'> => ({
  user: users.map(({ role: _, joinedAt: __, ...user }) => user),
  member: users.map(({ id, role, joinedAt }) => ({
    userId: id,
    ...(role === undefined ? {} : { role }),
    ...(joinedAt === undefined ? {} : { joinedAt }),
  })),
});
