// `npm run bench`, `npm run bench -- store`: installs the peers when their lockfile is not the one installed last, compiles the
// benchmark and runs it. The peers stand outside of the workspace: nothing else needs them.

import { fileURLToPath } from 'node:url';
import { install, run } from '../scripts/prepare.mjs';

const here = new URL('.', import.meta.url);

const [, , what] = process.argv;

// These need engines of the system, and none of the peers.
if (what === 'scale' || what === 'fresh') {
  await import(what === 'scale' ? './scale/main.mjs' : './scale/fresh.mjs');
  process.exit();
}

install(here, '--ignore-workspace');
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', here));
run(process.execPath, [tsc, '-p', 'tsconfig.json'], here);
const module = what === 'store' ? 'store/main.js' : 'main.js';
await import(new URL(`dist/bench/src/${module}`, here).href);
