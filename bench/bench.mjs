// `npm run bench`: installs the peers when their lockfile is not the one installed last, bundles the benchmark and
// runs it. The peers are no part of the workspace: nothing else needs them.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { install } from '../scripts/prepare.mjs';

const here = new URL('.', import.meta.url);
install(here, '--ignore-workspace');
await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: ['src/main.ts', 'src/child.ts', 'src/meter.ts'],
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@tallyboard/source'],
  logLevel: 'warning',
});
await import(new URL('dist/main.js', here).href);
