import type { Organization } from '@tallyboard/core';
import { dayOfInstant, type Role } from '@tallyboard/core/vocabulary';
import type { Shards } from '../shards.js';
import { name, sql } from '../sql/sql.js';
import { factRows, isOneOf, type ScopeVersion } from './fact-rows.js';

/** The newest version of an organization, with what every request needs of it. */
export interface Head extends ScopeVersion {
  readonly events: number;
  /** `null` for the scope of a user, which is no organization. */
  readonly organization: Organization | null;
  readonly ownerEnrolled: boolean;
  /** The current role of a user; looked up once for each user. */
  readonly roleOf: (userId: string) => Promise<Role | null>;
}

/** The newest version of a scope; `null` when nothing was ever loaded into it. */
export const newestVersion = async (
  shards: Shards,
  scope: string,
): Promise<(ScopeVersion & { readonly events: number }) | null> => {
  const [row] = await shards.of(scope).rows(
    sql`SELECT version, events FROM ${name(shards.database)}.manifest
      WHERE scope = ${scope} ORDER BY version DESC LIMIT 1`,
  );
  if (row === undefined) return null;
  return { scope, version: Number(row['version']), events: Number(row['events']) };
};

/** Reads the head of a version that was found. */
export const readHead = async (
  shards: Shards,
  found: ScopeVersion & { readonly events: number },
): Promise<Head> => {
  const [fact] = await factRows(shards, 'organization', found);
  const terms = fact === undefined ? [] : await factRows(shards, 'billingTerm', found);
  const owners =
    fact === undefined ? [] : await factRows(shards, 'user', found, isOneOf('id', [fact.ownerId]));
  const roles = new Map<string, Promise<Role | null>>();
  const readRole = async (userId: string): Promise<Role | null> => {
    const [member] = await factRows(
      shards,
      'member',
      found,
      sql`userId = ${userId} AND isNull(leftAt)`,
    );
    return member?.role ?? null;
  };
  return {
    ...found,
    organization:
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
