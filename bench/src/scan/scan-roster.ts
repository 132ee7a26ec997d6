import { type ContentKind, contentKinds } from '../../../packages/core/src/events/columns.js';
import type { DateRange } from '../../../packages/core/src/model/date-range.js';
import { type Day, formatDay } from '../../../packages/core/src/model/day.js';
import { type Role, type RosterRole, roles } from '../../../packages/core/src/model/role.js';
import type {
  RosterPage,
  RosterQuestion,
  RosterRow,
} from '../../../packages/core/src/model/roster.js';
import { rosterOfRows } from './roster-of-rows.js';
import { rowsInRange, type ScanIndex } from './scan-index.js';

type Counts = { readonly [K in ContentKind]: Uint32Array };

const countsPerMember = (index: ScanIndex, range: DateRange): Counts => {
  const countOf = (kind: ContentKind): Uint32Array => {
    const { day, author } = index.content[kind];
    const counts = new Uint32Array(index.members.ids.length);
    const { start, end } = rowsInRange(day, range);
    for (let row = start; row < end; row++) {
      const person = author[row] ?? -1;
      if (person >= 0 && person < counts.length) counts[person] = (counts[person] ?? 0) + 1;
    }
    return counts;
  };
  return Object.fromEntries(contentKinds.map((kind) => [kind, countOf(kind)])) as Counts;
};

const shownRole = (role: Role): RosterRole => (role === 'owner' ? 'admin' : role);

const rowOf = ({ members, lastActivity }: ScanIndex, counts: Counts, member: number): RosterRow => {
  const boards = counts.boards[member] ?? 0;
  const posts = counts.posts[member] ?? 0;
  const comments = counts.comments[member] ?? 0;
  const reactions = counts.reactions[member] ?? 0;
  const last = lastActivity[member] ?? -0x80000000;
  return {
    id: members.ids[member] ?? '',
    name: members.names[member] ?? '',
    username: members.usernames[member] ?? null,
    email: members.emails[member] ?? null,
    userType: shownRole(roles[members.role[member] ?? 0] ?? 'guest'),
    active: boards + posts + comments + reactions > 0,
    signupDate: formatDay((members.signup[member] ?? 0) as Day),
    lastActivityDate: last === -0x80000000 ? null : formatDay(last as Day),
    boards,
    posts,
    comments,
    reactions,
  };
};

/**
 * One page of the current roster with the contributions of a range (2.8, 4.2).
 *
 * @param index - the organization's index
 * @param question - filters, order and page
 * @param range - the days that `active` and the four counts look at; the last activity looks at all
 */
export const scanRoster = (
  index: ScanIndex,
  question: RosterQuestion,
  range: DateRange,
): RosterPage => {
  const counts = countsPerMember(index, range);
  const rows = index.members.ids.map((_, member) => rowOf(index, counts, member));
  return rosterOfRows(rows, question);
};
