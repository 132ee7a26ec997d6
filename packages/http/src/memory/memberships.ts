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
  const ofUser = (userId: string): readonly MemberFact[] => byUser.get(userId) ?? [];
  return {
    ofUser,
    roleOf: (organizationId, userId) =>
      ofUser(userId).find((member) => member.organizationId === organizationId)?.role ?? null,
  };
};
