import { contentKinds } from '../../packages/core/src/events/columns.js';
import type { DateRange } from '../../packages/core/src/model/date-range.js';
import { type Day, formatDay } from '../../packages/core/src/model/day.js';
import { folded } from '../../packages/core/src/model/folded-text.js';
import { roles } from '../../packages/core/src/model/role.js';
import type {
  RosterPage,
  RosterQuestion,
  RosterRow,
} from '../../packages/core/src/model/roster.js';
import type { Names, Reads } from './reads.js';

const rowOf = ({ members, lastSeen }: Names, [member = 0, ...counts]: readonly number[]) => {
  const role = roles[members.role[member]!]!;
  const seen = lastSeen[member]!;
  return {
    id: members.ids[member]!,
    name: members.names[member]!,
    username: members.usernames[member]!,
    email: members.emails[member]!,
    userType: role === 'owner' ? 'admin' : role,
    active: counts.some((count) => count > 0),
    signupDate: formatDay(members.signup[member] as Day),
    lastActivityDate: seen < 0 ? null : formatDay(seen as Day),
    ...Object.fromEntries(contentKinds.map((kind, at) => [kind, counts[at]!])),
  } as RosterRow;
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
  return { rows: rows.map((row) => rowOf(names, row)), totalCount };
};
