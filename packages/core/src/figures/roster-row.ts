import type { ContentKind } from '../events/columns.js';
import type { IndexedMembers } from '../index/directory.js';
import { type Day, formatDay } from '../model/day.js';
import { roles } from '../model/role.js';
import type { RosterRow } from '../model/roster.js';
import { shownRole } from './roster-filter.js';

/**
 * One row of a roster (2.8).
 *
 * @param members - the current members
 * @param member - which of them, by code
 * @param lastSeen - the latest day of any activity, `null` for none
 * @param made - how much of each kind of content was made in the range
 */
export const rosterRow = (
  members: IndexedMembers,
  member: number,
  lastSeen: Day | null,
  { boards, posts, comments, reactions }: Readonly<Record<ContentKind, number>>,
): RosterRow => ({
  id: members.ids.at(member)!,
  name: members.names.at(member)!,
  username: members.usernames.at(member) ?? null,
  email: members.emails.at(member) ?? null,
  userType: shownRole(roles[members.role[member]!]!),
  active: boards + posts + comments + reactions > 0,
  signupDate: formatDay(members.signup[member]! as Day),
  lastActivityDate: lastSeen === null ? null : formatDay(lastSeen),
  boards,
  posts,
  comments,
  reactions,
});
