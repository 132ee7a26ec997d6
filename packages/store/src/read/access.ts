import type { BillingTermFact, Organization, Role } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { dayOf, named } from '../duck/sql.js';
import type { Access } from '../layout/manifest.js';
import { factsFrom } from './fact-rows.js';

/** Billing terms, by organization. */
const termsOf = async (database: Database, part: string) => {
  const terms = new Map<string, Omit<BillingTermFact, 'organizationId'>[]>();
  const found = await factsFrom(
    database,
    'billingTerm',
    `${named(`${part}_billingTerm`)} ORDER BY "startsOn"`,
  );
  for (const { organizationId, ...term } of found) {
    terms.set(organizationId, [...(terms.get(organizationId) ?? []), term]);
  }
  return terms;
};

/** The current roles of a user, by organization. */
export const rolesOf = async (
  { rows }: Database,
  part: string,
  condition: string,
): Promise<Record<string, Record<string, Role>>> => {
  const found = await rows(
    `SELECT "userId", "organizationId", role FROM ${named(`${part}_member`)}
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
 * Works out access from the views of a part: `world` during an import, `stored` later.
 *
 * @param versionOf - the version of an organization
 */
export const accessFrom = async (
  database: Database,
  part: string,
  versionOf: (organizationId: string) => number,
): Promise<Access> => {
  const { rows } = database;
  const terms = await termsOf(database, part);
  const organizations = await rows(
    `SELECT organization.id, type, ${dayOf('"createdAt"')} AS "createdOn",
       coalesce(owner.enrolled, false) AS enrolled, coalesce(boards.n, 0)::DOUBLE AS boards
     FROM ${named(`${part}_organization`)} AS organization
     LEFT JOIN ${named(`${part}_user`)} AS owner ON organization."ownerId" = owner.id
     LEFT JOIN (SELECT "organizationId", count(*) AS n FROM ${named(`${part}_board`)} GROUP BY ALL) AS boards
       ON boards."organizationId" = organization.id`,
  );
  const boards = organizations.reduce((sum, row) => sum + Number(row['boards']), 0);
  const keys = await rows(
    `SELECT "keySha256" AS sha256, "userId" FROM ${named(`${part}_apiKey`)} WHERE "revokedAt" IS NULL`,
  );
  const holders = `"userId" IN (SELECT "userId" FROM ${named(`${part}_apiKey`)})`;
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
    roles: await rolesOf(database, part, holders),
  };
};
