import type { Organization } from '@tallyboard/core';
import { dayOfInstant, type Role } from '@tallyboard/core/vocabulary';
import { factRows, userRows } from '../facts.js';
import type { Shards } from '../shards.js';
import { sql } from '../sql.js';
import { currentRows, usersUpTo, type Version } from '../versions.js';

/** A version of an organization, with what every request needs of it. */
export interface OrganizationVersion extends Version {
  /** `null` for the boards of a user, which belong to no organization. */
  readonly standing: Organization | null;
  readonly ownerEnrolled: boolean;
  /** The current role of a user; looked up once for each user. */
  readonly roleOf: (userId: string) => Promise<Role | null>;
}

/** Reads what requests need of a version. */
export const readOrganization = async (
  shards: Shards,
  of: Version,
): Promise<OrganizationVersion> => {
  const owner = sql`SELECT ownerId FROM ${currentRows(shards, 'organization', of)}`;
  const [[fact], terms, owners] = await Promise.all([
    factRows(shards, 'organization', of),
    factRows(shards, 'billingTerm', of),
    userRows(shards, of.organization, usersUpTo(of.version), owner),
  ]);
  const roles = new Map<string, Promise<Role | null>>();
  const readRole = async (userId: string): Promise<Role | null> => {
    const condition = sql`userId = ${userId} AND isNull(leftAt)`;
    const [member] = await factRows(shards, 'member', of, { condition });
    return member?.role ?? null;
  };
  return {
    ...of,
    standing:
      fact === undefined
        ? null
        : {
            id: fact.id,
            type: fact.type,
            createdOn: dayOfInstant(fact.createdAt),
            billingTerms: [...terms].sort((a, b) => a.startsOn - b.startsOn),
          },
    ownerEnrolled: owners[0]?.enrolled === true,
    roleOf: (userId) => {
      const role = roles.get(userId) ?? readRole(userId);
      roles.set(userId, role);
      role.catch(() => roles.delete(userId));
      return role;
    },
  };
};
