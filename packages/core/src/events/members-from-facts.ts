import { dayOfInstant } from '../model/day.js';
import type { Facts } from '../model/facts.js';
import { roles } from '../model/role.js';
import { shownName } from '../model/shown-name.js';
import type { MemberColumns } from './columns.js';
import type { People } from './people.js';

/** The columns of the current roster, in the order of the members' codes. */
export const membersFrom = (facts: Facts, people: People): MemberColumns => {
  const users = new Map(facts.user.map((user) => [user.id, user]));
  const current = facts.member
    .filter(({ leftAt }) => leftAt === null)
    .sort((a, b) => people.codeOfUser(a.userId) - people.codeOfUser(b.userId));
  const persons = people.memberIds.map((id) => users.get(id));
  return {
    ids: people.memberIds,
    role: Uint8Array.from(current, ({ role }) => roles.indexOf(role)),
    joined: Int32Array.from(current, ({ joinedAt }) => dayOfInstant(joinedAt)),
    signup: Int32Array.from(persons, (user) => user?.signupDate ?? 0),
    names: persons.map((user) => (user === undefined ? '' : shownName(user))),
    usernames: persons.map((user) => user?.username ?? null),
    emails: persons.map((user) => user?.email ?? null),
  };
};
