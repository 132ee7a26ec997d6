import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as Core from '../../packages/core/src/index.js';
import type * as Vocabulary from '../../packages/core/src/vocabulary.js';
import type * as Http from '../../packages/http/src/index.js';
import type * as Library from '../../packages/store/node_modules/@duckdb/node-api/lib/index.js';
import type * as Repository from '../../scripts/repository.js';

/* What is measured is what ships: the built packages, not the sources compiled along with this. */

const root = new URL('../../../../', import.meta.url);

/** A file of the repository. */
export const fileOf = (path: string): URL => new URL(path, root);

export const loadCore = async (): Promise<typeof Core> =>
  (await import(fileOf('packages/core/dist/index.js').href)) as typeof Core;

export const loadVocabulary = async (): Promise<typeof Vocabulary> =>
  (await import(fileOf('packages/core/dist/vocabulary.js').href)) as typeof Vocabulary;

export const loadHttp = async (): Promise<typeof Http> =>
  (await import(fileOf('packages/http/dist/index.js').href)) as typeof Http;

/** Puts the tables of a run between the marks `bench` of a document. */
export const writeDocs = async (path: string, tables: string): Promise<void> => {
  const { writeTables } = (await import(
    fileOf('scripts/dist/repository.js').href
  )) as typeof Repository;
  writeTables(fileURLToPath(fileOf(path)), 'bench', tables);
};

/** DuckDB is the one that the store is built on. */
const store = createRequire(fileOf('packages/store/package.json'));

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

export type DuckDB = typeof Library;
export type Connection = Library.DuckDBConnection;

export const loadDuckdb = async (): Promise<DuckDB> =>
  (await import(pathToFileURL(store.resolve('@duckdb/node-api')).href)) as DuckDB;

export const duckdbVersion = (store('./package.json') as Manifest).dependencies[
  '@duckdb/node-api'
]!;

const bench = createRequire(fileOf('bench/package.json'));

/** A peer, with as much of its interface as the caller describes. It is installed on demand only. */
export const loadPeer = async <A>(name: string): Promise<A> => (await import(name)) as A;

/** The version of a peer as it is pinned. */
export const versionOf = (name: string): string =>
  (bench('./package.json') as Manifest).dependencies[name] ?? 'not pinned';
