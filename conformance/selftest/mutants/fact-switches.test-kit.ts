import { dayOf, type Facts, type Instant } from '@tallyboard/core/vocabulary';
import { at, isObject, listOf } from '../../src/model/json.js';
import { inMetrics, isMonthly, metrics, type ReplyChange } from '../../src/rules/broken.js';
import { type Fault } from './mutant.test-kit.js';

type Switch = (facts: Facts) => Facts;

/** The present day of the mutants' worlds. */
const today = dayOf(2026, 11, 15);

/** An hour, in milliseconds. */
export const hour = 3_600_000;

/** Moves instants of some kinds of fact. */
export const moved =
  (
    ms: number,
    ...kinds: readonly ('post' | 'comment' | 'reaction' | 'board' | 'attachment')[]
  ): Switch =>
  (facts) => ({
    ...facts,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        facts[kind].map((row) => ({ ...row, createdAt: (row.createdAt + ms) as Instant })),
      ]),
    ),
  });

/** Moves the moments of visits, plays and scans. */
export const movedAt =
  (ms: number, ...kinds: readonly ('visit' | 'play' | 'scan')[]): Switch =>
  (facts) => ({
    ...facts,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        facts[kind].map((row) => ({ ...row, at: (row.at + ms) as Instant })),
      ]),
    ),
  });

/** Moves the moments at which members joined. */
export const joined =
  (ms: number): Switch =>
  (facts) => ({
    ...facts,
    member: facts.member.map((one) => ({ ...one, joinedAt: (one.joinedAt + ms) as Instant })),
  });

/** Former members are members again. */
export const former: Switch = (facts) => ({
  ...facts,
  member: facts.member.map((one) => ({ ...one, leftAt: null })),
});

/** Leaves out rows of a kind. */
export const without =
  <K extends keyof Facts>(kind: K, isLeftOut: (row: Facts[K][number]) => boolean): Switch =>
  (facts) => ({
    ...facts,
    [kind]: (facts[kind] as readonly Facts[K][number][]).filter((row) => !isLeftOut(row)),
  });

const main = (facts: Facts): string => facts.organization[0]?.id ?? '';

/** Personal boards belong to the first organization. */
export const personalToo: Switch = (facts) => ({
  ...facts,
  board: facts.board.map((one) => ({ ...one, organizationId: one.organizationId ?? main(facts) })),
});

/** Leaves out what has no author. */
export const nobodys = (kind: 'post' | 'comment' | 'reaction'): Switch =>
  without(kind, (row) => row.authorId === null);

/** Changes each visit. */
export const visits =
  (by: (visit: Facts['visit'][number], index: number) => Facts['visit'][number]): Switch =>
  (facts) => ({ ...facts, visit: facts.visit.map(by) });

/** A visitor a visit: sums where it should count distinct ones. */
export const everyVisit = visits((visit, index) => ({
  ...visit,
  userId: null,
  visitorId: `visit${index}`,
}));

/** Leaves out visits of people who are not signed in. */
export const signedIn = without('visit', (visit) => visit.userId === null);

/** Rounds each visit to minutes. */
export const minutesEach = (round: (minutes: number) => number): Switch =>
  visits((visit) => ({ ...visit, seconds: round(visit.seconds / 60) * 60 }));

/** Changes each scan. */
export const scans =
  (by: (scan: Facts['scan'][number]) => Facts['scan'][number]): Switch =>
  (facts) => ({ ...facts, scan: facts.scan.map(by) });

/** Viewing makes active: each visit of a member is a reaction too. */
export const viewing: Switch = (facts) => {
  const posts = new Map(facts.post.map((post) => [post.boardId, post.id]));
  const reactions = facts.visit.flatMap(({ id, boardId, userId, at }) => {
    const postId = posts.get(boardId);
    return postId === undefined || userId === null
      ? []
      : [{ id: `seen${id}`, boardId, postId, authorId: userId, createdAt: at }];
  });
  return { ...facts, reaction: [...facts.reaction, ...reactions] };
};

/** All posts are by a stranger, so no reaction is to a post of one's own. */
export const ownPostsToo: Switch = (facts) => ({
  ...facts,
  post: facts.post.map((post) => ({ ...post, authorId: 'worldStrngr' })),
});

/** Attachments count for the author of their post. */
export const byPostAuthor: Switch = (facts) => {
  const authors = new Map(facts.post.map((post) => [post.id, post.authorId]));
  return {
    ...facts,
    attachment: facts.attachment.map((one) => ({
      ...one,
      authorId: authors.get(one.postId) ?? null,
    })),
  };
};

/** Closed invitations are open. */
export const closedToo: Switch = (facts) => ({
  ...facts,
  invitation: facts.invitation.map((one) => ({ ...one, closedAt: null })),
});

/** Owners serve as admins; another user, who has left, owns, since sound facts name an owner. */
export const adminsAreOwners: Switch = (facts) => {
  const owners = facts.member.filter(({ role }) => role === 'owner');
  const gone = (id: string): string => `${id}Gone`;
  const ids = new Set(owners.map(({ userId }) => userId));
  return {
    ...facts,
    user: facts.user.flatMap((one) =>
      ids.has(one.id) ? [one, { ...one, id: gone(one.id) }] : [one],
    ),
    organization: facts.organization.map((one) => ({ ...one, ownerId: gone(one.ownerId) })),
    member: [
      ...facts.member.map((one) =>
        one.role === 'owner' ? { ...one, role: 'admin' as const } : one,
      ),
      ...owners.map((one) => ({ ...one, userId: gone(one.userId), leftAt: one.joinedAt })),
    ],
  };
};

/** One seat more. */
export const seatsLater: Switch = (facts) => ({
  ...facts,
  seatChange: facts.seatChange.map((one) => ({ ...one, seats: one.seats + 1 })),
});

const isSecond = ({ organizationId }: { readonly organizationId: string }): boolean =>
  organizationId === 'wksp_worldSecond00001';

/** The second organization has no seats. */
export const noSeats: Switch = (facts) => ({
  ...facts,
  seatChange: facts.seatChange.filter((one) => !isSecond(one)),
});

/** A term that ended is taken for the current one. */
export const lapsedGoesOn: Switch = (facts) => {
  const [ended, ...later] = facts.billingTerm.filter(isSecond);
  const [next] = later;
  if (ended === undefined || next === undefined) return facts;
  return {
    ...facts,
    billingTerm: [
      ...facts.billingTerm.filter((one) => !isSecond(one)),
      { ...ended, endsOn: next.startsOn },
    ],
  };
};

/** A term that runs now ends today. */
export const endsToday: Switch = (facts) => ({
  ...facts,
  billingTerm: facts.billingTerm.map((one) =>
    one.startsOn <= today && one.endsOn > today ? { ...one, endsOn: today } : one,
  ),
});

/** Organizations are created a day later. */
export const laterBeginning: Switch = (facts) => ({
  ...facts,
  organization: facts.organization.map((one) => ({
    ...one,
    createdAt: (one.createdAt + 86_400_000) as typeof one.createdAt,
  })),
});

/** A service of other facts. */
export const switched = (facts: Switch): Fault => ({ facts });

/** The roles of an entry. */
export const rolesOf = (one: unknown): readonly unknown[] =>
  listOf(at(one, 'properties', 'userType'));

/** The status of an entry. */
export const statusOf = (one: unknown): unknown => at(one, 'properties', 'status');

/** Leaves out the last row of a series. */
export const lastRow = (value: unknown): unknown => (isMonthly(value) ? value.slice(0, -1) : value);

/** More in the first row of series of the default range, which need not begin with a month. */
export const firstMonthWhole: ReplyChange = (reply, call) =>
  call.text.includes('"from"')
    ? null
    : inMetrics(`${metrics}/*/data/0`, (row) =>
        isObject(row) && 'month' in row
          ? Object.fromEntries(
              Object.entries(row).map(([name, one]) => [
                name,
                typeof one === 'number' ? one + 7 : one,
              ]),
            )
          : row,
      )(reply, call);
