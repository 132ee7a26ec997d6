import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FactKind,
  factFields,
  factKinds,
  formatInstant,
  type Instant,
} from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named } from '../duck/sql.js';
import { disk, makeOwn, sha256OfFile } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import {
  type Access,
  findManifest,
  type Manifest,
  replaceManifest,
  type Segment,
  storePaths,
} from '../layout/manifest.js';
import { type FactFile, writeFacts } from '../layout/views.js';
import { accessFrom } from '../read/access.js';
import { touchedOrganizations } from './belongings.js';
import type { MergedFacts } from './run-import.js';

/** What a commit works with. */
interface CommitPlan extends MergedFacts {
  readonly database: Database;
  readonly directory: string;
  readonly manifest: Manifest;
  readonly now: Instant;
}

/** More segments of one kind than this are merged into fewer. */
const segmentsMax = 8;

/** Writes facts of a kind into one file. */
const written = (
  { database, directory }: CommitPlan,
  kind: FactKind,
  queries: readonly string[],
): Promise<FactFile> => {
  const path = join(storePaths(directory).work, `${kind}-new.parquet`);
  const columns = factFields[kind].map(({ name }) => named(name)).join(', ');
  const selects = queries.map((query) => `SELECT ${columns} FROM ${query}`);
  return writeFacts(database, kind, path, selects.join(' UNION ALL '));
};

/**
 * The segments of a kind: those that stay, and files that become some. Segments that lose facts are written again; where there
 * are many, also all others that do not hold most of the facts. New facts are added as they were staged, unless some
 * of them stay out.
 */
const segmentsOfKind = async (plan: CommitPlan, kind: FactKind) => {
  const { new: added, changed, removed } = plan.counts[kind];
  const stored = plan.manifest.segments.filter((segment) => segment.kind === kind);
  const staged = added + changed === 0 ? [] : plan.parts.filter((part) => part.kind === kind);
  const rows =
    changed + removed === 0
      ? []
      : await plan.database.rows(
          `SELECT DISTINCT ((-1 - seq) >> 36)::INTEGER AS at FROM ${factView('gone', kind)}`,
        );
  const losing = new Set(rows.map((row) => Number(row['at'])));
  const all = [...stored, ...staged];
  const half = all.reduce((sum, { rowsCount }) => sum + rowsCount, 0) / 2;
  const isMerged = ({ rowsCount }: { readonly rowsCount: number }): boolean =>
    all.length > segmentsMax && rowsCount <= half;
  const isWritten = (at: number): boolean => losing.has(at) || isMerged(stored[at]!);
  const again = [...stored.keys()].filter(isWritten);
  const stagedCount = staged.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const isFreshWritten =
    staged.length > 0 && (stagedCount > added + changed || staged.every(isMerged));
  const queries = [
    ...(again.length === 0
      ? []
      : [`${factView('staying', kind)} WHERE (-1 - seq) >> 36 IN (${again.join(', ')})`]),
    ...(isFreshWritten ? [factView('fresh', kind)] : []),
  ];
  return {
    staying: stored.filter((_, at) => !isWritten(at)),
    added: [
      ...(queries.length === 0 ? [] : [await written(plan, kind, queries)]),
      ...(isFreshWritten ? [] : staged),
    ],
  };
};

/** Gives a file its name in the store. */
const placed = async (
  { directory }: CommitPlan,
  { kind, path, rowsCount }: FactFile,
  file: string,
): Promise<Segment> => {
  await makeOwn(path);
  await disk.settle(path);
  const { size } = await stat(path);
  const sha256 = await sha256OfFile(path);
  await disk.rename(path, join(storePaths(directory).segments, file));
  return { kind, file, rowsCount, bytesCount: size, sha256 };
};

/** Access after an import. The version of an organization is that of the import where it was touched. */
const accessAfter = async ({ database, manifest, counts }: CommitPlan): Promise<Access> => {
  const dataVersion = manifest.dataVersion + 1;
  const { organizations } = manifest.access;
  const before = new Map(organizations.map((row) => [row.organization.id, row.version]));
  // A first import touches all that it brings: the question takes a while where facts are many.
  const touched = before.size === 0 ? null : await touchedOrganizations(database, counts);
  return accessFrom(database, (id) =>
    touched?.has(id) === false ? (before.get(id) ?? dataVersion) : dataVersion,
  );
};

/** The users whom an import erases. */
const erasedUsers = async ({ database, counts }: CommitPlan): Promise<ReadonlySet<string>> => {
  if (counts.user.removed === 0) return new Set();
  const gone = 'SELECT id FROM stored_user ANTI JOIN world_user USING (id)';
  return new Set((await database.rows(gone)).map(({ id }) => String(id)));
};

/** Replaces the manifest; keys may have been made or revoked meanwhile. */
const replace = (
  { directory, now }: CommitPlan,
  next: Manifest,
  erased: ReadonlySet<string>,
): Promise<void> =>
  withLock(directory, 'manifest', async () => {
    const { keys } = (await findManifest(directory)) ?? next;
    // The hash of a key stays when its holder is erased: the key stays revoked, whatever is imported later.
    const keysLeft = keys.map((key) =>
      erased.has(key.userId ?? '')
        ? { ...key, userId: null, revokedAt: key.revokedAt ?? formatInstant(now) }
        : key,
    );
    await replaceManifest(directory, { ...next, keys: keysLeft });
  });

/**
 * Makes an import part of the store. Segments come first, under names that no manifest has; they count
 * from the moment on at which the manifest names them.
 */
export const commitImport = async (plan: CommitPlan): Promise<number> => {
  const last = plan.manifest;
  const changes = Object.values(plan.counts).reduce(
    (sum, { new: added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  if (changes === 0 && last.dataVersion > 0) {
    if (last.retired.length > 0) await replace(plan, { ...last, retired: [] }, new Set());
    return last.dataVersion;
  }
  const dataVersion = last.dataVersion + 1;
  // Before anything moves: the views look at files where they are now.
  const access = await accessAfter(plan);
  const erased = await erasedUsers(plan);
  const segments: Segment[] = [];
  for (const kind of factKinds) {
    const { staying, added } = await segmentsOfKind(plan, kind);
    segments.push(...staying);
    for (const [number, segment] of added.entries()) {
      const file = `${kind}-${dataVersion}-${number}.parquet`;
      if (segment.rowsCount > 0) segments.push(await placed(plan, segment, file));
    }
  }
  const named = new Set(segments.map(({ file }) => file));
  const retired = last.segments.flatMap(({ file }) => (named.has(file) ? [] : [file]));
  await replace(plan, { ...last, dataVersion, segments, access, retired }, erased);
  return dataVersion;
};
