import { type AccessFacts, mayReadAnalytics } from '@tallyboard/core/engine';
import {
  type FactKind,
  factFields,
  factKinds,
  type OrganizationType,
  organizationRoles,
  type Role,
} from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, timeText } from '../duck/sql.js';
import type { Manifest } from '../layout/manifest.js';
import { listIndexes, type StoredIndex } from './index-files.js';
import { withStored } from './with-stored.js';

/** An organization of a store, and what other commands ask for. */
export interface ListedOrganization {
  /** With its prefix. */
  readonly id: string;
  /** As the facts have it; `null` where they have none. */
  readonly name: string | null;
  /** Decides which roles may read analytics. */
  readonly type: OrganizationType;
  /** The bare hashid of its owner. */
  readonly ownerId: string;
  /** The name of the owner; `null` where the facts have none. */
  readonly ownerName: string | null;
  /** How many have not left. */
  readonly membersCount: number;
  /** The roles whose keys may read analytics (5.2, 5.3); none unless the owner is enrolled. */
  readonly readers: readonly Role[];
}

/** What a store holds. */
export interface StoreStats {
  /** Grows with every import that changes anything; 0 in an empty store. */
  readonly dataVersion: number;
  /** Of the files on disk. */
  readonly formatVersion: number;
  /** By name. */
  readonly organizations: readonly ListedOrganization[];
  /** How many of each kind. */
  readonly facts: Readonly<Record<FactKind, number>>;
  /** The first and the last moment of anything that happened; `null` in an empty store. */
  readonly from: string | null;
  /** ISO 8601, like `from`. */
  readonly to: string | null;
  /** Files that the version consists of. */
  readonly segments: number;
  /** Their size on disk. */
  readonly segmentBytes: number;
  /** Built indexes that are stored. */
  readonly indexes: readonly StoredIndex[];
  /** Whether every file was read and found to be as it was written. */
  readonly verified: boolean;
}

const organizationsOf = async ({ rows }: Database): Promise<readonly ListedOrganization[]> => {
  const found = await rows(
    `SELECT organization.id, organization.name, type, "ownerId", owner.name AS "ownerName",
       coalesce(owner.enrolled, false) AS "ownerEnrolled",
       coalesce(members.n, 0)::INTEGER AS "membersCount"
     FROM stored_organization AS organization
     LEFT JOIN stored_user AS owner ON organization."ownerId" = owner.id
     LEFT JOIN (SELECT "organizationId", count(*) AS n FROM stored_member
       WHERE "leftAt" IS NULL GROUP BY ALL) AS members ON members."organizationId" = organization.id
     ORDER BY organization.name, organization.id`,
  );
  return found.map((row) => {
    const { ownerEnrolled, ...organization } = row as unknown as ListedOrganization & AccessFacts;
    const mayRead = (role: Role): boolean =>
      mayReadAnalytics({ organization, role, ownerEnrolled });
    return { ...organization, readers: organizationRoles[organization.type].filter(mayRead) };
  });
};

/** The first and the last of the moments at which something happened, kind by kind. */
const spanQuery = factKinds
  .flatMap((kind) =>
    factFields[kind]
      .filter(({ name }) => ['at', 'createdAt'].includes(name))
      .map(
        ({ name }) => `SELECT min("${name}") AS first, max("${name}") AS last
        FROM ${factView('stored', kind)}`,
      ),
  )
  .join(' UNION ALL ');

const statsOf = async (
  database: Database,
  directory: string,
  { dataVersion, formatVersion, segments }: Manifest,
  verified: boolean,
): Promise<StoreStats> => {
  const { rows } = database;
  const facts = Object.fromEntries(factKinds.map((kind) => [kind, 0])) as Record<FactKind, number>;
  for (const { kind, rowsCount } of segments) facts[kind] += rowsCount;
  const [span] = await rows(
    `SELECT ${timeText('min(first)')} AS first, ${timeText('max(last)')} AS last FROM (${spanQuery})`,
  );
  return {
    dataVersion,
    formatVersion,
    organizations: await organizationsOf(database),
    facts,
    from: (span?.['first'] as string | null | undefined) ?? null,
    to: (span?.['last'] as string | null | undefined) ?? null,
    segments: segments.length,
    segmentBytes: segments.reduce((sum, { bytesCount }) => sum + bytesCount, 0),
    indexes: await listIndexes(directory),
    verified,
  };
};

/**
 * Counts what a store holds; reads little more than the ends of its files, unless they are to be
 * verified.
 *
 * @param verify - reads every file and compares it with its SHA-256
 * @throws StoreRefused with every damaged file that was found
 */
export const storeStats = (directory: string, verify = false): Promise<StoreStats> =>
  withStored(
    directory,
    (database, manifest) => statsOf(database, directory, manifest, verify),
    verify ? factKinds : [],
  );
