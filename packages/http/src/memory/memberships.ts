import type { Facts, MemberFact, Role } from '@tallyboard/core/vocabulary';
import { grouped } from './grouped.js';

/** Who is a current member of what. */
export interface Memberships {
  readonly ofUser: (userId: string) => readonly MemberFact[];
  /** The user's current role; `null` for none, also in no organization. */
  readonly roleOf: (organizationId: string | null, userId: string) => Role | null;
}

/** The current memberships of facts: those that were never left. */
export const currentMemberships = (facts: Facts): Memberships => {
  const byUser = grouped(
    facts.member.filter(({ leftAt }) => leftAt === null),
    ({ userId }) => userId,
  );
  const rolesByUser = new Map(
    [...byUser].map(([userId, members]) => [
      userId,
      new Map<string | null, Role>(
        members.map(({ organizationId, role }) => [organizationId, role]),
      ),
    ]),
  );
  return {
    ofUser: (userId) => byUser.get(userId) ?? [],
    // By a table: the time must not depend on how many memberships there are, or which of them it is.
    roleOf: (organizationId, userId) => rolesByUser.get(userId)?.get(organizationId) ?? null,
  };
};
