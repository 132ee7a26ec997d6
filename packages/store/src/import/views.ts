import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import { createViews, type Database } from '../duck/database.js';
import { named, parquetFrom } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { type Manifest, storePaths } from '../layout/manifest.js';
import type { StagedPart } from './stage.js';

/** The place of a row as one number: its file, then its row. */
const place = '((file_index::BIGINT << 36) + file_row_number)';

const rowsOf = (kind: FactKind, paths: readonly string[], seq: string): string => {
  const fields = factFields[kind];
  if (paths.length === 0) {
    const nothing = fields.map(
      ({ name, type }) => `NULL::${fieldForms[type].column} AS ${named(name)}`,
    );
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

const viewsOf = (part: string, queryOf: (kind: FactKind) => string) =>
  Object.fromEntries(factKinds.map((kind) => [`${part}_${kind}`, queryOf(kind)]));

/** Makes the views `stored_*`. */
export const viewStored = (
  database: Database,
  directory: string,
  manifest: Manifest,
): Promise<void> =>
  createViews(
    database,
    viewsOf('stored', (kind) => storedRows(directory, manifest, kind)),
  );

/** Makes the views `added_*` of the files that imports after a version wrote. */
export const viewAdded = (
  database: Database,
  directory: string,
  manifest: Manifest,
  since: number,
): Promise<void> => {
  const segments = manifest.segments.filter(({ file }) => Number(file.split('-')[1]) > since);
  const rows = (kind: FactKind): string => storedRows(directory, { ...manifest, segments }, kind);
  return createViews(database, viewsOf('added', rows));
};

const pathsOf = (parts: readonly StagedPart[], kind: FactKind): readonly string[] =>
  parts.filter((part) => part.kind === kind).map(({ path }) => path);

/** Makes the views `staged_*`. */
export const viewStaged = (database: Database, parts: readonly StagedPart[]): Promise<void> =>
  createViews(
    database,
    viewsOf('staged', (kind) => rowsOf(kind, pathsOf(parts, kind), place)),
  );

/**
 * Makes the views of staged facts leave out those that were found to be bad.
 *
 * @param bad - the table with the `seq` of bad facts, by kind
 */
export const leaveOutBad = (
  database: Database,
  parts: readonly StagedPart[],
  bad: ReadonlyMap<FactKind, string>,
): Promise<void> =>
  createViews(
    database,
    Object.fromEntries(
      [...bad].map(([kind, table]) => {
        const rows = rowsOf(kind, pathsOf(parts, kind), place);
        const query = `SELECT * FROM (${rows}) AS whole ANTI JOIN ${named(table)} USING (seq)`;
        return [`staged_${kind}`, query];
      }),
    ),
  );

/** The part and the row of a `seq`. */
export const partOf = (
  parts: readonly StagedPart[],
  kind: FactKind,
  seq: bigint,
): { readonly part: StagedPart; readonly row: number } => ({
  part: parts.filter((part) => part.kind === kind)[Number(seq >> 36n)]!,
  row: Number(seq & 0xfffffffffn),
});
