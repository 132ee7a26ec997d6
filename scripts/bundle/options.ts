import type { BuildOptions } from 'esbuild';

/** How every bundle for Node is made. */
export const nodeBundle = (root: string) =>
  ({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // DuckDB is a library for one platform, installed beside the bundle or missing; colours of a log that
    // is never written (`debug` tries them) are missing always.
    external: ['@duckdb/node-api', 'supports-color'],
    // Some packages inside still call `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  }) satisfies BuildOptions;
