import { columnsFrom } from '../events/from-facts.js';
import { buildIndex, type OrganizationIndex } from '../index/organization-index.js';
import { type Day, parseDay } from '../model/day.js';
import { type Facts, type MemberFact, noFacts, type UserFact } from '../model/facts.js';
import { type Instant, parseInstant } from '../model/instant.js';

/*
 * A small school for tests: write only what a test is about, the rest is filled in. References are
 * not checked.
 */

export const day = (text: string): Day => parseDay(text) ?? (0 as Day);
export const at = (text: string): Instant => parseInstant(text) ?? (0 as Instant);

type Rows = { readonly [K in keyof Facts]?: readonly Partial<Facts[K][number]>[] };

const blanks: { readonly [K in keyof Facts]?: Partial<Facts[K][number]> } = {
  user: {
    name: null,
    username: null,
    email: null,
    displayName: null,
    signupDate: day('2020-01-01'),
  },
  member: { role: 'student', joinedAt: at('2020-01-01T00:00:00Z'), leftAt: null },
  board: { organizationId: 'wksp_0123456789abcdef', title: 'A board' },
  post: { boardId: 'b1', authorId: null },
  comment: { boardId: 'b1', postId: 'p1', authorId: null },
  reaction: { boardId: 'b1', postId: 'p1', authorId: null },
  visit: { boardId: 'b1', userId: null, visitorId: null, seconds: 60 },
  attachment: { postId: 'p1', authorId: null, title: null },
  invitation: { closedAt: null },
  scan: { durationMs: 10, flags: [], removedAt: null },
};

const factsWith = (rows: Rows): Facts => {
  const facts = noFacts() as unknown as Record<string, object[]>;
  for (const [kind, some] of Object.entries(rows)) {
    facts[kind] = some.map((row) => ({ ...blanks[kind as keyof Facts], ...row }));
  }
  return facts as unknown as Facts;
};

export const indexWith = (rows: Rows): OrganizationIndex =>
  buildIndex(columnsFrom(factsWith(rows)));

/** Current members with their user facts, one per user given. */
export const members = (
  ...users: readonly (Partial<UserFact> & { readonly id: string } & Partial<
      Pick<MemberFact, 'role' | 'joinedAt'>
    >)[]
): Pick<Rows, 'user' | 'member'> => ({
  user: users.map(({ role: _, joinedAt: __, ...user }) => user),
  member: users.map(({ id, role, joinedAt }) => ({
    userId: id,
    ...(role === undefined ? {} : { role }),
    ...(joinedAt === undefined ? {} : { joinedAt }),
  })),
});
