import type { DateRange } from '../../packages/core/src/model/date-range.js';
import { type Day, formatDay } from '../../packages/core/src/model/day.js';
import { folded } from '../../packages/core/src/model/folded-text.js';
import { roles, shownRole } from '../../packages/core/src/model/role.js';
import type {
  RosterPage,
  RosterQuestion,
  RosterRow,
} from '../../packages/core/src/model/roster.js';
import type { Names, Reads } from './reads.js';

/** A row of the roster: a member, and what the member created of each kind of content. */
export const rosterRow = (
  { members, lastSeen }: Pick<Names, 'members' | 'lastSeen'>,
  [member = 0, boards = 0, posts = 0, comments = 0, reactions = 0]: readonly number[],
): RosterRow => {
  const seen = lastSeen[member]!;
  return {
    id: members.ids[member]!,
    name: members.names[member]!,
    username: members.usernames[member]!,
    email: members.emails[member]!,
    userType: shownRole(roles[members.role[member]!]!),
    active: boards + posts + comments + reactions > 0,
    signupDate: formatDay(members.signup[member] as Day),
    lastActivityDate: seen < 0 ? null : formatDay(seen as Day),
    boards,
    posts,
    comments,
    reactions,
  };
};

/** A page of the roster from what a peer reads. */
export const rosterFrom = async (
  reads: Reads,
  names: Names,
  asked: RosterQuestion,
  range: DateRange,
): Promise<RosterPage> => {
  const searched = { ...asked, q: folded(asked.q) };
  const [[totalCount = 0] = []] = await reads.rosterSize(searched.q);
  const rows = await reads.roster(range, searched);
  return { rows: rows.map((row) => rosterRow(names, row)), totalCount };
};
