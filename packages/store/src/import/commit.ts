import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named } from '../duck/sql.js';
import { bytesColumn } from '../files/read.js';
import { adoptedKeys } from '../keys/key-file.js';
import { type Files, makeOwn } from '../layout/files.js';
import { withLock } from '../layout/lock.js';
import {
  filesIn,
  findManifest,
  type Manifest,
  replaceManifest,
  type Segment,
  type StoredFile,
  storePaths,
} from '../layout/manifest.js';
import { sha256Of, sha256OfFile } from '../layout/sha256.js';
import { type FactFile, writeFacts } from '../layout/views.js';
import { accessFrom, readAccess } from '../read/access.js';
import { touchedOrganizations } from './belongings.js';
import type { MergedFacts } from './run-import.js';

/** What a commit works with. */
interface CommitPlan extends MergedFacts {
  readonly database: Database;
  readonly files: Files;
  readonly directory: string;
  readonly manifest: Manifest;
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
  const selects = queries.map(
    (query) => `SELECT ${columns}, 0::UINTEGER AS ${bytesColumn} FROM ${query}`,
  );
  return writeFacts(database, kind, path, selects.join(' UNION ALL '));
};

/**
 * The segments of a kind: those that stay, and files that become some. Segments that lose facts are written again; where there
 * are many, also all others that do not hold most of the facts. New facts are added as they were staged, unless some
 * of them stay out.
 */
const segmentsOfKind = async (plan: CommitPlan, kind: FactKind) => {
  const { new: added, changed, same, removed } = plan.counts[kind];
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
  const isFreshWritten =
    staged.length > 0 && (same + plan.skipped(kind) > 0 || staged.every(isMerged));
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
  { files, directory }: CommitPlan,
  { kind, path, rowsCount }: FactFile,
  file: string,
): Promise<Segment> => {
  await makeOwn(path);
  await files.settle(path);
  const { size } = await stat(path);
  const sha256 = await sha256OfFile(path);
  await files.rename(path, join(storePaths(directory).segments, file));
  return { kind, file, rowsCount, bytesCount: size, sha256 };
};

/** The version of each organization after an import: that of the import where it was touched. */
const versionsAfter = async ({ database, directory, manifest, counts }: CommitPlan) => {
  const dataVersion = manifest.dataVersion + 1;
  const { organizations } = await readAccess(directory, manifest);
  const before = new Map(organizations.map((row) => [row.organization.id, row.version]));
  // A first import touches all that it brings: the question takes a while where facts are many.
  if (before.size === 0) return () => dataVersion;
  const touched = await touchedOrganizations(database, counts);
  return (id: string): number => (touched.has(id) ? dataVersion : (before.get(id) ?? dataVersion));
};

const writeAccess = async (plan: CommitPlan, version: number): Promise<StoredFile> => {
  const file = `access-${version}.json`;
  const content = JSON.stringify(
    await accessFrom(plan.database, 'world', await versionsAfter(plan)),
  );
  await plan.files.write(join(storePaths(plan.directory).segments, file), content);
  return { file, sha256: sha256Of(content) };
};

/** Replaces the manifest by one with the keys of now: one may have been made or revoked meanwhile. */
const replace = ({ directory, files }: CommitPlan, next: Manifest): Promise<void> =>
  withLock(directory, 'manifest', async () => {
    const newest = await findManifest(directory, files);
    const keys = newest === null ? await adoptedKeys(directory) : newest.keys;
    await replaceManifest(directory, { ...next, keys }, files);
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
    if (last.retired.length > 0) await replace(plan, { ...last, retired: [] });
    return last.dataVersion;
  }
  const dataVersion = last.dataVersion + 1;
  // Before anything moves: the views look at files where they are now.
  const access = await writeAccess(plan, dataVersion);
  const segments: Segment[] = [];
  for (const kind of factKinds) {
    const { staying, added } = await segmentsOfKind(plan, kind);
    segments.push(...staying);
    for (const [number, segment] of added.entries()) {
      const file = `${kind}-${dataVersion}-${number}.parquet`;
      if (segment.rowsCount > 0) segments.push(await placed(plan, segment, file));
    }
  }
  const next: Manifest = { ...last, dataVersion, segments, access };
  const named = new Set(filesIn(next).map(({ file }) => file));
  const retired = filesIn(last).flatMap(({ file }) => (named.has(file) ? [] : [file]));
  await replace(plan, { ...next, retired });
  return dataVersion;
};
