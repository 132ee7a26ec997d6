import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import { createViews, type Database } from '../duck/database.js';
import { named, parquetFrom } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { type Manifest, storePaths } from '../layout/manifest.js';
import type { StagedPart } from './stage.js';

/** A row as one number: its file, then its row in it. */
const rowNumber = '((file_index::BIGINT << 36) + file_row_number)';

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

const makeViews = (
  database: Database,
  part: string,
  queryOf: (kind: FactKind) => string,
  kinds: readonly FactKind[] = factKinds,
): Promise<void> =>
  createViews(
    database,
    Object.fromEntries(kinds.map((kind) => [`${part}_${kind}`, queryOf(kind)])),
  );

/** Makes the views `stored_*` of stored facts; their `seq` is negative. */
export const viewStored = (
  database: Database,
  directory: string,
  { segments }: Manifest,
): Promise<void> =>
  makeViews(database, 'stored', (kind) => {
    const own = segments.filter((segment) => segment.kind === kind);
    const paths = own.map(({ file }) => join(storePaths(directory).segments, file));
    return rowsOf(kind, paths, `-1 - ${rowNumber}`);
  });

const stagedRows = (parts: readonly StagedPart[], kind: FactKind): string =>
  rowsOf(
    kind,
    parts.flatMap((part) => (part.kind === kind ? [part.path] : [])),
    rowNumber,
  );

/** Makes the views `staged_*`. */
export const viewStaged = (database: Database, parts: readonly StagedPart[]): Promise<void> =>
  makeViews(database, 'staged', (kind) => stagedRows(parts, kind));

/** Makes the views of staged facts of some kinds leave out those in the tables `bad_*`. */
export const leaveOutBad = (
  database: Database,
  parts: readonly StagedPart[],
  kinds: readonly FactKind[],
): Promise<void> =>
  makeViews(
    database,
    'staged',
    (kind) =>
      `SELECT * FROM (${stagedRows(parts, kind)}) AS whole ANTI JOIN ${named(`bad_${kind}`)} USING (seq)`,
    kinds,
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
