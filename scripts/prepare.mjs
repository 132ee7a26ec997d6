// Makes a fresh clone ready with nothing but Node and npm. Every npm script starts here (scripts/run.mjs):
//   node scripts/prepare.mjs            installs when pnpm-lock.yaml is not the one installed last
//   node scripts/prepare.mjs --build    and builds what has changed
// Says nothing when there is nothing to do. All output goes to stderr: stdout belongs to the script proper.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('..', import.meta.url);

/**
 * Runs a program to its end. When it fails, prints what it printed and ends this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {URL} folder
 */
function run(command, args, folder = root) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx is a .cmd file on Windows, which only a shell can start.
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(error?.message ?? stdout + stderr);
  process.exit(status ?? 1);
}

/**
 * Installs when the pnpm-lock.yaml of a folder is not the one that was installed last; whether it did.
 *
 * @param {URL} folder
 * @param {readonly string[]} flags
 */
export function install(folder, ...flags) {
  /** @param {string} path */
  const read = (path) => readFileSync(new URL(path, folder), 'utf8');
  // The stamp holds the lockfile's hash, not a time: a checkout touches times, and need not install again.
  const stamp = new URL('node_modules/.prepared', folder);
  const lock = createHash('sha256').update(read('pnpm-lock.yaml')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return false;
  /** @type {{ packageManager: string }} */
  const { packageManager } = JSON.parse(read('package.json'));
  console.error(`Installing with ${packageManager}, a minute or two ...`);
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', ...flags], folder);
  writeFileSync(stamp, lock);
  return true;
}

/**
 * Installs, and builds what has changed when asked to; ends the process when one of them fails.
 *
 * @param {boolean} isBuilt
 */
export function prepare(isBuilt) {
  // --prod=false: the tools are development dependencies, wanted under NODE_ENV=production too.
  const isNew = install(root, '--prod=false');
  if (!isBuilt) return;
  if (isNew || !existsSync(new URL('scripts/dist/.tsbuildinfo', root)))
    console.error('Building ...');
  const files = [
    ['node_modules/typescript/bin/tsc', '-b'],
    // The command has the explorer's page among its files.
    ['scripts/bundle-explorer.mjs'],
    ['scripts/dist/bundle/command.js'],
  ];
  for (const [file = '', ...args] of files)
    run(process.execPath, [fileURLToPath(new URL(file, root)), ...args]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  prepare(process.argv.includes('--build'));
