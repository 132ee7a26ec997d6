import {
  type DateRange,
  dayOfInstant,
  formatDay,
  type MemberFact,
  type RosterRow,
  type VisitFact,
} from '@tallyboard/core/vocabulary';
import { type Content, type ContentKind, madeBy, ownContent } from './content.js';
import { shownName, userOf } from './member-name.js';
import { currentMembers, type OracleWorld, ownVisits } from './world.js';

/** The day of the member's latest content or visit here, of all time, also one to come (2.8). */
const lastActivityDate = (
  userId: string,
  content: Readonly<Record<ContentKind, readonly Content[]>>,
  visits: readonly VisitFact[],
): string | null => {
  const { boards, posts, comments, reactions } = content;
  const days = [
    ...[boards, posts, comments, reactions].flatMap((rows) =>
      rows.filter((row) => row.authorId === userId).map((row) => dayOfInstant(row.createdAt)),
    ),
    ...visits.filter((visit) => visit.userId === userId).map((visit) => dayOfInstant(visit.at)),
  ];
  return days.length === 0
    ? null
    : formatDay(days.reduce((latest, day) => (day > latest ? day : latest)));
};

const rowOf = (
  world: OracleWorld,
  member: MemberFact,
  content: Readonly<Record<ContentKind, readonly Content[]>>,
  visits: readonly VisitFact[],
  range: DateRange,
): RosterRow => {
  const user = userOf(world, member.userId);
  const countOf = (kind: ContentKind): number => madeBy(user.id, content[kind], range).length;
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
    lastActivityDate: lastActivityDate(user.id, content, visits),
    boards,
    posts,
    comments,
    reactions,
  };
};

/** A row for every current member, whenever they joined (2.8). */
export const rosterRows = (world: OracleWorld, range: DateRange): readonly RosterRow[] => {
  const content = ownContent(world);
  const visits = ownVisits(world);
  return currentMembers(world).map((member) => rowOf(world, member, content, visits, range));
};
