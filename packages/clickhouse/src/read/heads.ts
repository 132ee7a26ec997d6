import type { Organization } from '@tallyboard/core';
import { dayOfInstant, type Role } from '@tallyboard/core/vocabulary';
import { Unavailable } from '@tallyboard/ports';
import { awaySeconds, type Shards } from '../shards.js';
import { name, type Sql, sql } from '../sql/sql.js';
import { factRows, type ScopeVersion, versionOf } from './fact-rows.js';

/** A version that the manifest names. */
export interface NamedVersion extends ScopeVersion {
  readonly events: number;
  /** Events and all other facts. */
  readonly facts: number;
}

/** The newest version of an organization, with what every request needs of it. */
export interface Head extends NamedVersion {
  /** `null` for the scope of a user, which is no organization. */
  readonly organization: Organization | null;
  readonly ownerEnrolled: boolean;
  /** The current role of a user; looked up once for each user. */
  readonly roleOf: (userId: string) => Promise<Role | null>;
}

/** The newest version of a scope that a condition holds for; `null` when the manifest names none. */
const namedVersion = async (
  shards: Shards,
  scope: string,
  condition: Sql,
): Promise<NamedVersion | null> => {
  // All columns: tables of older versions have no parts.
  const [row] = await shards.of(scope).rows(
    sql`SELECT * FROM ${name(shards.database)}.manifest
      WHERE scope = ${scope} AND ${condition} ORDER BY version DESC LIMIT 1`,
  );
  if (row === undefined) return null;
  const version = Number(row['version']);
  const parts = ((row['parts'] ?? []) as readonly unknown[]).map(Number);
  return {
    scope,
    version,
    parts: parts.length === 0 ? [version] : parts,
    events: Number(row['events']),
    facts: Number(row['facts']),
  };
};

/** The newest version of a scope; `null` when nothing was ever loaded into it. */
export const newestVersion = (shards: Shards, scope: string): Promise<NamedVersion | null> =>
  namedVersion(shards, scope, sql`1`);

/** A version of a scope that was newest once; ends with `Unavailable` when a sweep has removed it. */
export const versionOnce = async (
  shards: Shards,
  { scope, version }: Pick<ScopeVersion, 'scope' | 'version'>,
): Promise<NamedVersion> => {
  const found = await namedVersion(shards, scope, sql`version = ${version}`);
  if (found !== null) return found;
  throw new Unavailable(`Version ${version} of ${scope} was replaced and swept.`, awaySeconds);
};

/** Reads the head of a version that was found. */
export const readHead = async (shards: Shards, found: NamedVersion): Promise<Head> => {
  const owner = sql`id IN (SELECT ownerId FROM ${versionOf(shards, 'organization', found)})`;
  const [[fact], terms, owners] = await Promise.all([
    factRows(shards, 'organization', found),
    factRows(shards, 'billingTerm', found),
    factRows(shards, 'user', found, owner),
  ]);
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
