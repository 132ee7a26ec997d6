import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** As much of Vite as is used here; the test runner brings it along. */
interface Vite {
  readonly build: (options: object) => Promise<unknown>;
}

const viteOfTestRunner = async (): Promise<Vite> => {
  const runner = createRequire(import.meta.url).resolve('vitest/package.json');
  return (await import(pathToFileURL(createRequire(runner).resolve('vite')).href)) as Vite;
};

/** Within the package, so that the thread finds DuckDB. */
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/**
 * The building thread as JavaScript. Tests run from sources, without a build, but nothing transforms what
 * a thread loads.
 */
export const bundledWorker = async (): Promise<URL> => {
  const { build } = await viteOfTestRunner();
  const folder = mkdtempSync(join(modules, '.index-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const source = fileURLToPath(new URL('./index-worker.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@tallyboard/source'] },
    ssr: {
      noExternal: true,
      external: ['@duckdb/node-api', '@duckdb/node-bindings'],
      resolve: { conditions: ['@tallyboard/source', 'module', 'node'] },
    },
    build: {
      ssr: source,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'worker.mjs', chunkFileNames: '[name].mjs' } },
    },
  });
  return pathToFileURL(join(folder, 'worker.mjs'));
};
