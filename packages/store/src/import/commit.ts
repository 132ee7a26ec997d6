import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { named, parquetFrom, pathLiteral } from '../duck/sql.js';
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
import { accessFrom, readAccess } from '../read/access.js';
import { touchedOrganizations } from './belongings.js';
import type { MergeCounts } from './import-plan.js';
import { parquetOptions, type StagedPart } from './stage.js';

/** What a commit works with. */
export interface CommitPlan {
  readonly database: Database;
  readonly files: Files;
  readonly directory: string;
  readonly manifest: Manifest;
  readonly parts: readonly StagedPart[];
  readonly counts: Readonly<Record<FactKind, MergeCounts>>;
  /** How many staged facts of a kind were left out as bad. */
  readonly skipped: (kind: FactKind) => number;
}

/** More segments of one kind than this are merged into fewer. */
const segmentsMax = 8;

/** A file that is not yet part of the store. */
type NewSegment = Pick<StagedPart, 'kind' | 'path' | 'rowsCount'>;

const copied = async (
  { database, directory }: CommitPlan,
  kind: FactKind,
  name: string,
  from: string,
): Promise<NewSegment> => {
  const path = join(storePaths(directory).work, `${kind}-${name}.parquet`);
  const columns = factFields[kind].map((field) => named(field.name)).join(', ');
  await database.run(
    `COPY (SELECT ${columns}, 0::UINTEGER AS ${bytesColumn} FROM ${from}) TO ${pathLiteral(path)} ${parquetOptions}`,
  );
  const [row] = await database.rows(`SELECT count(*)::DOUBLE AS n FROM ${parquetFrom([path])}`);
  return { kind, path, rowsCount: Number(row?.['n'] ?? 0) };
};

/** Stored segments that lose facts, each written again without them. */
const rewritten = async (plan: CommitPlan, kind: FactKind, stored: readonly Segment[]) => {
  const { changed, removed } = plan.counts[kind];
  if (changed + removed === 0) return { staying: stored, added: [] };
  const rows = await plan.database.rows(
    `SELECT DISTINCT ((-1 - seq) >> 36)::INTEGER AS at FROM ${named(`gone_${kind}`)}`,
  );
  const losing = new Set(rows.map((row) => Number(row['at'])));
  const added: NewSegment[] = [];
  for (const at of losing) {
    const from = `${named(`staying_${kind}`)} WHERE (-1 - seq) >> 36 = ${at}`;
    added.push(await copied(plan, kind, `rest-${at}`, from));
  }
  return { staying: stored.filter((_, at) => !losing.has(at)), added };
};

/** What is new or changed: the staged parts as they are, unless some of their facts stay out. */
const freshSegments = async (plan: CommitPlan, kind: FactKind): Promise<readonly NewSegment[]> => {
  const { new: added, changed, same } = plan.counts[kind];
  if (added + changed === 0) return [];
  return same + plan.skipped(kind) > 0
    ? [await copied(plan, kind, 'fresh', named(`fresh_${kind}`))]
    : plan.parts.filter((part) => part.kind === kind);
};

/** The segments of a kind. Many are merged into one; a segment that holds most of the facts is left as it is. */
const segmentsOfKind = async (plan: CommitPlan, kind: FactKind) => {
  const stored = plan.manifest.segments.filter((segment) => segment.kind === kind);
  const { staying, added: rest } = await rewritten(plan, kind, stored);
  const added = [...rest, ...(await freshSegments(plan, kind))];
  if (staying.length + added.length <= segmentsMax) return { staying, added };
  const total = [...staying, ...added].reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const isLarge = ({ rowsCount }: { readonly rowsCount: number }) => rowsCount * 2 > total;
  const { segments } = storePaths(plan.directory);
  const small = [
    ...staying.filter((one) => !isLarge(one)).map(({ file }) => join(segments, file)),
    ...added.filter((one) => !isLarge(one)).map(({ path }) => path),
  ];
  const merged = await copied(plan, kind, 'merged', parquetFrom(small));
  return { staying: staying.filter(isLarge), added: [...added.filter(isLarge), merged] };
};

/** Gives a file its name in the store. */
const placed = async (
  { files, directory }: CommitPlan,
  { kind, path, rowsCount }: NewSegment,
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
const replace = ({ directory, files }: CommitPlan, next: Manifest): Promise<Manifest> =>
  withLock(directory, 'manifest', async () => {
    const newest = await findManifest(directory, files);
    const keys = newest === null ? await adoptedKeys(directory) : newest.keys;
    const manifest = { ...next, keys };
    await replaceManifest(directory, manifest, files);
    return manifest;
  });

/**
 * Makes an import part of the store. Segments come first, under names that no manifest has; they count
 * from the moment on at which the manifest names them.
 */
export const commitImport = async (plan: CommitPlan): Promise<Manifest> => {
  const last = plan.manifest;
  const changes = Object.values(plan.counts).reduce(
    (sum, { new: added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  if (changes === 0 && last.dataVersion > 0) {
    return last.retired.length === 0 ? last : replace(plan, { ...last, retired: [] });
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
  return replace(plan, { ...next, retired });
};
