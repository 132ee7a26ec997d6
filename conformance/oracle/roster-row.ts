import {
  type DateRange,
  type Day,
  dayOfInstant,
  formatDay,
  type Instant,
  type MemberFact,
  type RosterRow,
} from '@tallyboard/core/vocabulary';
import { readOnce } from '../src/model/read-once.js';
import { authorOf, type ContentKind, contentKinds, countByAuthor } from './content.js';
import { shownName, userOf } from './member-name.js';
import { allRows, currentMembers, instantOf, type OracleWorld } from './world.js';

/** The day of everyone's latest content or visit here, of all time, also one to come (2.8). */
const lastDays = readOnce((world: OracleWorld): ReadonlyMap<string | null, Day> => {
  const days = new Map<string | null, Day>();
  const add = (userId: string | null, instant: Instant): void => {
    const day = dayOfInstant(instant);
    const before = days.get(userId);
    if (before === undefined || before < day) days.set(userId, day);
  };
  for (const kind of Object.values(contentKinds)) {
    for (const row of allRows(world, kind)) add(authorOf(row), instantOf(row));
  }
  for (const visit of allRows(world, 'visit')) add(visit.userId, visit.at);
  return days;
});

/** What rows are made of: how much each author made in the range, and each one's latest day. */
interface Activity {
  readonly made: Readonly<Record<ContentKind, ReadonlyMap<string, number>>>;
  readonly lastDays: ReadonlyMap<string | null, Day>;
}

const activityOf = (world: OracleWorld, range: DateRange): Activity => {
  const made = (kind: ContentKind) => countByAuthor(world, kind, range);
  return {
    made: {
      boards: made('boards'),
      posts: made('posts'),
      comments: made('comments'),
      reactions: made('reactions'),
    },
    lastDays: lastDays(world),
  };
};

const rowOf = (world: OracleWorld, member: MemberFact, { made, lastDays }: Activity): RosterRow => {
  const user = userOf(world, member.userId);
  const countOf = (kind: ContentKind): number => made[kind].get(user.id) ?? 0;
  const lastDay = lastDays.get(user.id);
  const boards = countOf('boards');
  const posts = countOf('posts');
  const comments = countOf('comments');
  const reactions = countOf('reactions');
  return {
    id: user.id,
    name: shownName(world, user.id),
    username: user.username,
    email: user.email,
    userType: member.role === 'owner' ? 'admin' : member.role,
    active: boards + posts + comments + reactions > 0,
    signupDate: formatDay(user.signupDate),
    lastActivityDate: lastDay === undefined ? null : formatDay(lastDay),
    boards,
    posts,
    comments,
    reactions,
  };
};

/** A row for every current member, whenever they joined (2.8). */
export const rosterRows = (world: OracleWorld, range: DateRange): readonly RosterRow[] => {
  const activity = activityOf(world, range);
  return currentMembers(world).map((member) => rowOf(world, member, activity));
};
