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
import type { MergeCounts } from './merge.js';
import { parquetOptions, type StagedPart } from './stage.js';
import { touchedOrganizations } from './touched-organizations.js';

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
interface NewSegment {
  readonly kind: FactKind;
  readonly path: string;
  readonly rowsCount: number;
  readonly versions: readonly [first: number, last: number];
}

const copied = async (
  { database, directory }: CommitPlan,
  kind: FactKind,
  name: string,
  from: string,
  versions: NewSegment['versions'],
): Promise<NewSegment> => {
  const path = join(storePaths(directory).work, `${kind}-${name}.parquet`);
  const columns = factFields[kind].map((field) => named(field.name)).join(', ');
  await database.run(
    `COPY (SELECT ${columns}, 0::UINTEGER AS ${bytesColumn} FROM ${from}) TO ${pathLiteral(path)} ${parquetOptions}`,
  );
  const [row] = await database.rows(`SELECT count(*)::DOUBLE AS n FROM ${parquetFrom([path])}`);
  return { kind, path, rowsCount: Number(row?.['n'] ?? 0), versions };
};

/** Stored segments that lose facts, each written again without them. */
const rewritten = async (plan: CommitPlan, kind: FactKind, stored: readonly Segment[]) => {
  const { changed, removed } = plan.counts[kind];
  if (changed + removed === 0) return { kept: stored, added: [] };
  const rows = await plan.database.rows(
    `SELECT DISTINCT ((-1 - seq) >> 36)::INTEGER AS at FROM ${named(`gone_${kind}`)}`,
  );
  const losing = new Set(rows.map((row) => Number(row['at'])));
  const added: NewSegment[] = [];
  for (const at of losing) {
    const from = `${named(`kept_${kind}`)} WHERE (-1 - seq) >> 36 = ${at}`;
    added.push(await copied(plan, kind, `rest-${at}`, from, stored[at]!.versions));
  }
  return { kept: stored.filter((_, at) => !losing.has(at)), added };
};

/** What is new or changed: the staged parts as they are, unless some of their facts stay out. */
const addedSegments = async (plan: CommitPlan, kind: FactKind): Promise<readonly NewSegment[]> => {
  const { new: added, changed, same } = plan.counts[kind];
  if (added + changed === 0) return [];
  const version = plan.manifest.dataVersion + 1;
  if (same + plan.skipped(kind) > 0) {
    return [await copied(plan, kind, 'fresh', named(`fresh_${kind}`), [version, version])];
  }
  return plan.parts
    .filter((part) => part.kind === kind)
    .map((part) => ({ ...part, versions: [version, version] }));
};

/** One segment of several. */
const merged = async (
  plan: CommitPlan,
  kind: FactKind,
  name: string,
  parts: readonly NewSegment[],
): Promise<readonly NewSegment[]> => {
  if (parts.length < 2) return parts;
  const versions = parts.map((part) => part.versions);
  const first = Math.min(...versions.map(([from]) => from));
  const last = Math.max(...versions.map(([, to]) => to));
  const from = parquetFrom(parts.map(({ path }) => path));
  return [await copied(plan, kind, name, from, [first, last])];
};

/**
 * Merges segments that have become many; one that holds most of the facts is left as it is. What was there
 * before and what is new are merged apart, so that an index of the version before needs the new ones alone.
 */
const compacted = async (
  plan: CommitPlan,
  kind: FactKind,
  kept: readonly Segment[],
  added: readonly NewSegment[],
) => {
  if (kept.length + added.length <= segmentsMax) return { kept, added };
  const total = [...kept, ...added].reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const isLarge = ({ rowsCount }: { readonly rowsCount: number }) => rowsCount * 2 > total;
  const { dataVersion } = plan.manifest;
  const isNew = ({ versions: [first] }: NewSegment): boolean => first > dataVersion;
  const rewrittenParts = added.filter((part) => !isLarge(part) && !isNew(part));
  const storedParts = kept
    .filter((segment) => !isLarge(segment))
    .map((segment) => ({
      ...segment,
      path: join(storePaths(plan.directory).segments, segment.file),
    }));
  // A stored file keeps its name unless it is merged: readers of the last version have it open.
  const isAlone = storedParts.length + rewrittenParts.length < 2;
  const before = isAlone ? rewrittenParts : [...storedParts, ...rewrittenParts];
  const fresh = added.filter((part) => !isLarge(part) && isNew(part));
  return {
    kept: isAlone ? kept : kept.filter(isLarge),
    added: [
      ...added.filter(isLarge),
      ...(await merged(plan, kind, 'merged', before)),
      ...(await merged(plan, kind, 'merged-new', fresh)),
    ],
  };
};

const segmentsOfKind = async (plan: CommitPlan, kind: FactKind) => {
  const stored = plan.manifest.segments.filter((segment) => segment.kind === kind);
  const { kept, added } = await rewritten(plan, kind, stored);
  const all = [...added, ...(await addedSegments(plan, kind))];
  return compacted(plan, kind, kept, all);
};

const settled = async (
  { files, directory }: CommitPlan,
  { kind, path, rowsCount, versions }: NewSegment,
  version: number,
  number: number,
): Promise<Segment> => {
  const file = `${kind}-${version}-${number}.parquet`;
  await makeOwn(path);
  await files.settle(path);
  const { size } = await stat(path);
  const sha256 = await sha256OfFile(path);
  await files.rename(path, join(storePaths(directory).segments, file));
  return { kind, file, rowsCount, bytesCount: size, sha256, versions };
};

/** The version of each organization after an import: that of the import where it was touched. */
const versionsAfter = async ({ database, directory, manifest, counts }: CommitPlan) => {
  const dataVersion = manifest.dataVersion + 1;
  const before = new Map(
    (await readAccess(directory, manifest)).organizations.map(({ organization, version }) => [
      organization.id,
      version,
    ]),
  );
  // A first import touches all that it brings: the question takes a while where facts are many.
  if (before.size === 0) return () => dataVersion;
  const touched = await touchedOrganizations(database, counts);
  return (id: string): number => (touched.has(id) ? dataVersion : (before.get(id) ?? dataVersion));
};

const writeAccess = async (plan: CommitPlan, version: number): Promise<StoredFile> => {
  const file = `access-${version}.json`;
  const access = await accessFrom(plan.database, 'world', await versionsAfter(plan));
  const content = JSON.stringify(access);
  await plan.files.write(join(storePaths(plan.directory).segments, file), content);
  return { file, sha256: sha256Of(content) };
};

/**
 * Makes an import part of the store. Segments come first, under names that no manifest has; they count
 * from the moment on at which the manifest names them.
 */
export const commitImport = async (plan: CommitPlan): Promise<Manifest> => {
  const changes = Object.values(plan.counts).reduce(
    (sum, { new: added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  const replace = (change: (newest: Manifest) => Manifest): Promise<Manifest> =>
    withLock(plan.directory, 'manifest', async () => {
      // A key may have been made or revoked meanwhile.
      const newest = await findManifest(plan.directory, plan.files);
      const keys = newest === null ? await adoptedKeys(plan.directory) : newest.keys;
      const manifest = change({ ...plan.manifest, keys });
      await replaceManifest(plan.directory, manifest, plan.files);
      return manifest;
    });
  if (changes === 0 && plan.manifest.dataVersion > 0) {
    const { retired } = plan.manifest;
    return retired.length === 0 ? plan.manifest : replace((last) => ({ ...last, retired: [] }));
  }
  const dataVersion = plan.manifest.dataVersion + 1;
  // Before anything moves: the views look at files where they are now.
  const access = await writeAccess(plan, dataVersion);
  const segments: Segment[] = [];
  for (const kind of factKinds) {
    const { kept, added } = await segmentsOfKind(plan, kind);
    segments.push(...kept);
    for (const [number, segment] of added.entries()) {
      if (segment.rowsCount > 0) segments.push(await settled(plan, segment, dataVersion, number));
    }
  }
  return replace((last) => {
    const next: Manifest = { ...last, dataVersion, segments, access };
    const named = new Set(filesIn(next).map(({ file }) => file));
    const retired = filesIn(last).flatMap(({ file }) => (named.has(file) ? [] : [file]));
    return { ...next, retired };
  });
};
