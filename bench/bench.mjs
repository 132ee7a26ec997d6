// `npm run bench`, `npm run bench -- store`: installs the peers when their lockfile is not the one installed last, compiles the
// benchmark and runs it. The peers stand outside of the workspace: nothing else needs them.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('.', import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, here), 'utf8');

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: here,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

// Needs engines of the system, and none of the peers.
if (process.argv[2] === 'scale') {
  await import('./scale/main.mjs');
  process.exit();
}
if (process.argv[2] === 'fresh') {
  await import('./scale/fresh.mjs');
  process.exit();
}

const stamp = new URL('node_modules/.prepared', here);
const lock = createHash('sha256').update(read('pnpm-lock.yaml')).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  /** @type {{ packageManager: string }} */
  const { packageManager } = JSON.parse(read('package.json'));
  console.error('Installing the peers ...');
  run('npx', ['--yes', packageManager, 'install', '--ignore-workspace', '--frozen-lockfile']);
  writeFileSync(stamp, lock);
}

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', here));
run(process.execPath, [tsc, '-p', 'tsconfig.json']);
const module = process.argv[2] === 'store' ? 'store/main.js' : 'main.js';
await import(new URL(`dist/bench/src/${module}`, here).href);
