import { join } from 'node:path';
import { type FactKind, factFields, factKinds } from '@tallyboard/core/vocabulary';
import type { Database } from '../duck/database.js';
import { factView, named, parquetFrom, parquetOptions, pathLiteral } from '../duck/sql.js';
import { fieldForms } from '../field-types.js';
import { type Manifest, storePaths } from './manifest.js';

/** How many facts of one kind there are. */
export interface FactCount {
  /** Of the facts. */
  readonly kind: FactKind;
  /** How many. */
  readonly rowsCount: number;
}

/** A Parquet file of facts of one kind. */
export interface FactFile extends FactCount {
  /** Where it is. */
  readonly path: string;
}

/** Writes what a query gives into a Parquet file of facts. */
export const writeFacts = async (
  { run, rows }: Pick<Database, 'run' | 'rows'>,
  kind: FactKind,
  path: string,
  query: string,
): Promise<FactFile> => {
  await run(`COPY (${query}) TO ${pathLiteral(path)} ${parquetOptions}`);
  const [row] = await rows(`SELECT count(*)::DOUBLE AS n FROM ${parquetFrom([path])}`);
  return { kind, path, rowsCount: Number(row?.['n']) };
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

const rowsOf = (part: keyof typeof seqs, kind: FactKind, files: readonly FactFile[]): string => {
  const paths = files.flatMap((file) => (file.kind === kind ? [file.path] : []));
  const columns = factFields[kind].map(({ name, type }) =>
    paths.length > 0 ? named(name) : `NULL::${fieldForms[type].column} AS ${named(name)}`,
  );
  return paths.length > 0
    ? `SELECT ${columns.join(', ')}, ${seqs[part]} AS seq FROM ${parquetFrom(paths)}`
    : `SELECT ${columns.join(', ')}, NULL::BIGINT AS seq WHERE false`;
};

/**
 * Makes a view of each kind of facts in files, `stored_*` or `staged_*`, in one call, since each call waits for a
 * thread.
 *
 * @param faulty - the kinds whose views leave out what is in the tables `bad_*`
 */
export const viewFacts = (
  { run }: Pick<Database, 'run'>,
  part: keyof typeof seqs,
  files: readonly FactFile[],
  faulty: readonly FactKind[] = [],
): Promise<void> => {
  const views = factKinds.map((kind) => {
    const rows = rowsOf(part, kind, files);
    const bad = faulty.includes(kind)
      ? `SELECT * FROM (${rows}) AS whole ANTI JOIN ${factView('bad', kind)} USING (seq)`
      : rows;
    return `CREATE OR REPLACE VIEW ${factView(part, kind)} AS ${bad};`;
  });
  return run(views.join('\n'));
};
