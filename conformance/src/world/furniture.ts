import { dayOfInstant, type Facts, type Instant } from '@tallyboard/core/vocabulary';

/** The student in the organization under test: may not read its analytics. */
export const student = 'worldPupil1';
/** The teacher of the classroom. */
export const teacher = 'worldTeach1';
/** Another organization of the same owner. */
export const second = 'wksp_worldSecond00001';

const canceled = { status: 'canceled' } as const;
const monthMs = 30 * 86_400_000;

/**
 * The second organization is between two terms, and the classroom has none. The main one had a term of
 * other dates, and a term that runs now goes on for two months, or until the next one.
 */
export const billing = (
  facts: Facts,
  main: string,
  now: number,
): Pick<Facts, 'billingTerm' | 'seatChange'> => {
  const dayAt = (months: number) => dayOfInstant(now + months * monthMs);
  const [before, beforeEnds, today, later] = [dayAt(-21), dayAt(-17), dayAt(0), dayAt(2)];
  const own = facts.billingTerm.filter(({ organizationId }) => organizationId === main);
  const isFree = (from: number, to: number): boolean =>
    own.every((one) => one.endsOn < from || one.startsOn > to);
  const isCurrent = (one: Facts['billingTerm'][number]): boolean =>
    own.includes(one) && one.startsOn <= today && one.endsOn >= today;
  const nexts = own.filter(({ startsOn }) => startsOn > today).map(({ startsOn }) => startsOn - 1);
  const until = Math.min(later, ...nexts) as typeof later;
  const earlier = { ...canceled, organizationId: main, startsOn: before, endsOn: beforeEnds };
  const term = { ...canceled, organizationId: second };
  return {
    billingTerm: [
      ...facts.billingTerm.map((one) =>
        isCurrent(one) && one.endsOn < until ? { ...one, endsOn: until } : one,
      ),
      ...(isFree(before, beforeEnds) ? [earlier] : []),
      { ...term, startsOn: dayAt(-15), endsOn: dayAt(-3) },
      { ...term, startsOn: dayAt(3), endsOn: dayAt(15) },
    ],
    seatChange: [...facts.seatChange, { organizationId: second, on: dayAt(-15), seats: 31 }],
  };
};

/** The last instant of the month so many months before the current one. */
export const endOfMonth = (now: number, ago: number): Instant => {
  const date = new Date(now);
  return (Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago + 1) - 1) as Instant;
};

/** The student only looks at boards; the teacher only reacts, twice to one post, if possible of no author. */
export const activity = (
  { board, post, reaction, visit }: Facts,
  main: string,
  now: number,
): Pick<Facts, 'reaction' | 'visit'> => {
  const own = new Set(board.filter((one) => one.organizationId === main).map(({ id }) => id));
  const posts = post.filter(({ boardId }) => own.has(boardId));
  const reactedTo = posts.find(({ authorId }) => authorId === null) ?? posts[0];
  if (reactedTo === undefined) return { reaction, visit };
  const { id: postId, boardId } = reactedTo;
  const reacted = { boardId, postId, authorId: teacher, createdAt: endOfMonth(now, 2) };
  const seen = { boardId, userId: student, visitorId: null, at: endOfMonth(now, 1), seconds: 90 };
  return {
    reaction: [...reaction, ...['worldReact1', 'worldReact2'].map((id) => ({ id, ...reacted }))],
    visit: [...visit, { id: 'worldVisit1', ...seen }],
  };
};
