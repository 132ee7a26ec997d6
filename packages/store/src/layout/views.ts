import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named, parquetFrom, parquetOptions, pathLiteral } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { type Manifest, storePaths } from './manifest.js';

/** A Parquet file of facts of one kind. */
export interface FactFile {
  /** Of the facts. */
  readonly kind: FactKind;
  /** Where it is. */
  readonly path: string;
  /** How many facts it has. */
  readonly rowsCount: number;
}

/** Writes what a query gives into a Parquet file of facts. */
export const writeFacts = async (
  { rows }: Database,
  kind: FactKind,
  path: string,
  query: string,
  onShare?: (share: number) => void,
): Promise<FactFile> => {
  const [row] = await rows(`COPY (${query}) TO ${pathLiteral(path)} ${parquetOptions}`, onShare);
  return { kind, path, rowsCount: Number(row?.['Count']) };
};

/** The files of facts that a version consists of. */
export const storedFiles = (directory: string, { segments }: Manifest): readonly FactFile[] =>
  segments.map((segment) => ({
    ...segment,
    path: join(storePaths(directory).segments, segment.file),
  }));

/** A row as one number: its file, then its row in it. Those of stored facts are negative. */
const seqs = {
  staged: '(file_index::BIGINT << 36) + file_row_number',
  stored: '-1 - ((file_index::BIGINT << 36) + file_row_number)',
};

/** The file of a `seq` among those of its kind, and the row in it. */
export const rowAt = (seq: bigint): { readonly file: number; readonly row: number } => ({
  file: Number(seq >> 36n),
  row: Number(seq & 0xfffffffffn),
});

/** A query with the columns of facts of a kind, and no row. */
export const noRows = (kind: FactKind): string => {
  const columns = factFields[kind].map(
    ({ name, type }) => `NULL::${fieldForms[type].column} AS ${named(name)}`,
  );
  return `SELECT ${columns.join(', ')}, NULL::BIGINT AS seq WHERE false`;
};

const rowsOf = (part: keyof typeof seqs, kind: FactKind, files: readonly FactFile[]): string => {
  const paths = files.flatMap((file) => (file.kind === kind ? [file.path] : []));
  if (paths.length === 0) return noRows(kind);
  const columns = factFields[kind].map(({ name }) => named(name));
  return `SELECT ${columns.join(', ')}, ${seqs[part]} AS seq FROM ${parquetFrom(paths)}`;
};

/**
 * Makes a view of each kind of facts in files, `stored_*` or `staged_*`, in one call, since each call waits for a
 * thread.
 *
 * @param left - what of its rows a view shows
 */
export const viewFacts = (
  { run }: Pick<Database, 'run'>,
  part: keyof typeof seqs,
  files: readonly FactFile[],
  left: (rows: string, kind: FactKind) => string = (rows) => rows,
): Promise<void> =>
  run(
    factKinds
      .map((kind) => {
        const rows = left(rowsOf(part, kind, files), kind);
        return `CREATE OR REPLACE VIEW ${factView(part, kind)} AS ${rows};`;
      })
      .join('\n'),
  );

/** How many facts of each kind the views of a part show. */
export const countFacts = async (
  { rows }: Pick<Database, 'rows'>,
  part: string,
): Promise<Readonly<Record<FactKind, number>>> => {
  const counts = factKinds.map(
    (kind) => `(SELECT count(*) FROM ${factView(part, kind)})::DOUBLE AS ${named(kind)}`,
  );
  const [row] = await rows(`SELECT ${counts.join(', ')}`);
  return row as Readonly<Record<FactKind, number>>;
};
