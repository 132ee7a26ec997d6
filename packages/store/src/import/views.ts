import { join } from 'node:path';
import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';
import { createView, type Database } from '../duck/database.js';
import { named, parquetFrom } from '../duck/sql.js';
import { type Manifest, type Segment, storePaths, versionsOf } from '../layout/manifest.js';
import { columnTypes } from '../schema/column-types.js';
import { factFields } from '../schema/fields.js';
import type { StagedPart } from './staged-part.js';

/** The place of a row as one number: its file, then its row. */
const place = '((file_index::BIGINT << 36) + file_row_number)';

const rowsOf = (kind: FactKind, paths: readonly string[], seq: string): string => {
  const fields = factFields[kind];
  if (paths.length === 0) {
    const nothing = fields.map(({ name, type }) => `NULL::${columnTypes[type]} AS ${named(name)}`);
    return `SELECT ${nothing.join(', ')}, NULL::BIGINT AS seq WHERE false`;
  }
  const columns = fields.map(({ name }) => named(name)).join(', ');
  return `SELECT ${columns}, ${seq} AS seq FROM ${parquetFrom(paths)}`;
};

/** The stored facts of a kind; their `seq` is negative. */
const storedRows = (directory: string, { segments }: Manifest, kind: FactKind): string => {
  const own = segments.filter((segment) => segment.kind === kind);
  const paths = own.map(({ file }) => join(storePaths(directory).segments, file));
  return rowsOf(kind, paths, `-1 - ${place}`);
};

/** Makes the views `stored_*`. */
export const viewStored = async (
  database: Database,
  directory: string,
  manifest: Manifest,
): Promise<void> => {
  for (const kind of factKinds) {
    await createView(database, `stored_${kind}`, storedRows(directory, manifest, kind));
  }
};

/**
 * Makes the views `added_*` of facts that came after a version of the store, and `earlier_*` of the others.
 * Segments with facts from both sides must not be there.
 */
export const viewAdded = async (
  database: Database,
  directory: string,
  manifest: Manifest,
  since: number,
): Promise<void> => {
  const isAdded = (segment: Segment): boolean =>
    versionsOf(segment, manifest.dataVersion)[0] > since;
  const part = (segments: readonly Segment[]): Manifest => ({ ...manifest, segments });
  const added = part(manifest.segments.filter(isAdded));
  const earlier = part(manifest.segments.filter((segment) => !isAdded(segment)));
  for (const kind of factKinds) {
    await createView(database, `added_${kind}`, storedRows(directory, added, kind));
    await createView(database, `earlier_${kind}`, storedRows(directory, earlier, kind));
  }
};

/** Makes the views `staged_*`, and the tables `bad_*` of what they leave out. */
export const viewStaged = async (
  database: Database,
  parts: readonly StagedPart[],
): Promise<void> => {
  for (const kind of factKinds) {
    const paths = parts.filter((part) => part.kind === kind).map(({ path }) => path);
    const bad = named(`bad_${kind}`);
    await database.run(`CREATE TEMP TABLE ${bad} (seq BIGINT)`);
    await createView(database, `staged_${kind}`, rowsOf(kind, paths, place));
  }
};

/** Makes the view of staged facts leave out those that were found to be bad. */
export const leaveOutBad = async (
  database: Database,
  parts: readonly StagedPart[],
): Promise<void> => {
  for (const kind of factKinds) {
    const paths = parts.filter((part) => part.kind === kind).map(({ path }) => path);
    if (paths.length === 0) continue;
    const bad = named(`bad_${kind}`);
    const query = `SELECT * FROM (${rowsOf(kind, paths, place)}) AS whole ANTI JOIN ${bad} USING (seq)`;
    await createView(database, `staged_${kind}`, query);
  }
};

/** The part and the row that a `seq` stands for. */
export const partOf = (
  parts: readonly StagedPart[],
  kind: FactKind,
  seq: bigint,
): { readonly part: StagedPart; readonly row: number } => ({
  part: parts.filter((part) => part.kind === kind)[Number(seq >> 36n)]!,
  row: Number(seq & 0xfffffffffn),
});
