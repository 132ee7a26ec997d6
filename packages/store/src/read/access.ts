import type { FactOf, Organization, Role } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { dayOf, factView } from '../duck/sql.js';
import type { Access } from '../layout/manifest.js';
import { factsFrom } from './fact-rows.js';

/** The current roles of a user, by organization. */
export const rolesOf = async (
  { rows }: Database,
  part: string,
  condition: string,
): Promise<Record<string, Record<string, Role>>> => {
  const found = await rows(
    `SELECT "userId", "organizationId", role FROM ${factView(part, 'member')}
     WHERE "leftAt" IS NULL AND ${condition}`,
  );
  // Ids are any texts, so that nothing may be found on a prototype.
  const roles = Object.create(null) as Record<string, Record<string, Role>>;
  for (const row of found) {
    const own = (roles[String(row['userId'])] ??= {});
    own[String(row['organizationId'])] = row['role'] as Role;
  }
  return roles;
};

/**
 * Works out access from the views `world_*` of an import.
 *
 * @param versionOf - the version of an organization
 */
export const accessFrom = async (
  database: Database,
  versionOf: (organizationId: string) => number,
): Promise<Access> => {
  const { rows } = database;
  const terms = new Map<string, Omit<FactOf<'billingTerm'>, 'organizationId'>[]>();
  const inOrder = `${factView('world', 'billingTerm')} ORDER BY "startsOn"`;
  for (const { organizationId, ...term } of await factsFrom(database, 'billingTerm', inOrder)) {
    terms.set(organizationId, [...(terms.get(organizationId) ?? []), term]);
  }
  const organizations = await rows(
    `SELECT organization.id, type, ${dayOf('"createdAt"')} AS "createdOn",
       coalesce(owner.enrolled, false) AS enrolled, coalesce(boards.n, 0)::DOUBLE AS boards
     FROM world_organization AS organization LEFT JOIN world_user AS owner ON organization."ownerId" = owner.id
     LEFT JOIN (SELECT "organizationId", count(*) AS n FROM world_board GROUP BY ALL) AS boards
       ON boards."organizationId" = organization.id`,
  );
  const boards = organizations.reduce((sum, row) => sum + Number(row['boards']), 0);
  const keys = await rows(
    'SELECT "keySha256" AS sha256, "userId" FROM "world_apiKey" WHERE "revokedAt" IS NULL',
  );
  return {
    organizations: organizations.map((row) => ({
      organization: {
        id: row['id'],
        type: row['type'],
        createdOn: row['createdOn'],
        billingTerms: terms.get(String(row['id'])) ?? [],
      } as unknown as Organization,
      ownerEnrolled: row['enrolled'] === true,
      version: versionOf(String(row['id'])),
      share: boards === 0 ? 0 : Number(row['boards']) / boards,
    })),
    keys: keys.map((row) => [String(row['sha256']), String(row['userId'])] as const),
    roles: await rolesOf(database, 'world', '"userId" IN (SELECT "userId" FROM "world_apiKey")'),
  };
};
