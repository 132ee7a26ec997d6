/**
 * Equal sources make equal packages: copies the sources into another folder, builds and packs them there on
 * another date, in another time zone, language and file mode, for root also as another user, and compares
 * each file with what this folder makes.
 *
 *   npm run reproducible
 *   npm run reproducible -- --node FILE     builds the copy with another Node
 *   npm run reproducible -- --sums FILE     compares with SHA256SUMS of another build
 *
 * Builds only what is packed: the scripts that pack are compiled without type checks.
 */

import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import {
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { repositoryFiles } from '../repository.js';
import { manifestIn, publishedFolders } from './pack.js';
import { writeReleaseFiles } from './release-files.js';

const { values: flags } = parseArgs({
  options: { node: { type: 'string', default: process.execPath }, sums: { type: 'string' } },
});
const root = fileURLToPath(new URL('../../..', import.meta.url));
const from = process.env['INIT_CWD'] ?? '.';

/** The sources as they are now. */
const copySources = (to: string): void => {
  for (const file of repositoryFiles([], root)) cpSync(join(root, file), join(to, file));
};

/** A module that lets every later program of Node see a date 400 days ahead. */
const laterDate = `
const ahead = 400 * 24 * 3600 * 1000;
const Now = Date;
globalThis.Date = class extends Now {
  constructor(...parts) { parts.length === 0 ? super(Now.now() + ahead) : super(...parts); }
  static now() { return Now.now() + ahead; }
};
process.umask?.(0o027);
`;

/** A user without rights, whom every Unix has. */
const nobody = 65_534;
const otherUser = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Gives a folder to the other user, but for what was installed: its files belong to the store of pnpm. */
const handOver = (folder: string): void => {
  if (otherUser.uid === undefined) return;
  lchownSync(folder, otherUser.uid, otherUser.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) handOver(path);
    else lchownSync(path, otherUser.uid, otherUser.gid);
  }
};

/** Builds and packs the copy; gives back the lines of its SHA256SUMS. */
const buildCopy = (copy: string, node: string, scratch: string): string => {
  const preload = join(scratch, 'later.mjs');
  writeFileSync(preload, laterDate);
  const out = join(scratch, 'second');
  const home = join(scratch, 'home');
  mkdirSync(home);
  const { packageManager = 'pnpm' } = manifestIn(root);
  const run = (args: readonly string[], options: ExecFileSyncOptions) =>
    execFileSync(node, args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'], ...options });

  // Installed by this user, from this user's store, and today: on another date no certificate is valid.
  run(['scripts/prepare.mjs'], {});
  handOver(scratch);

  const shell = process.platform === 'win32';
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell });
  const ownSettings = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = {
    ...Object.fromEntries(ownSettings),
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    npm_config_registry: registry.trim(),
    LANG: 'tr_TR.UTF-8',
    TZ: 'Pacific/Auckland',
  };
  // The other user's npm fetches pnpm today as well.
  execFileSync('npx', ['--yes', packageManager, '--version'], {
    ...{ cwd: home, env, shell, stdio: ['ignore', 'ignore', 'inherit'] },
    ...otherUser,
  });
  const NODE_OPTIONS = `--import=${pathToFileURL(preload).href}`;
  const steps = [
    ['node_modules/typescript/bin/tsc', '-b', ...publishedFolders(root)],
    ['node_modules/typescript/bin/tsc', '-b', 'scripts', '--noCheck'],
    ['scripts/bundle-explorer.mjs'],
    ['scripts/dist/bundle/command.js'],
    ['scripts/dist/packages/main.js', '--out', out, '--no-check'],
  ];
  for (const step of steps) run(step, { env: { ...env, NODE_OPTIONS }, ...otherUser });
  return readFileSync(join(out, 'SHA256SUMS'), 'utf8');
};

const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-twice-'));
try {
  const first = join(scratch, 'first');
  mkdirSync(first);
  const expected =
    flags.sums === undefined
      ? (await writeReleaseFiles(root, first)).sums
      : readFileSync(resolve(from, flags.sums), 'utf8');
  const copy = join(scratch, 'another place', 'with a longer name');
  mkdirSync(copy, { recursive: true });
  copySources(copy);
  const found = new Set(buildCopy(copy, resolve(from, flags.node), scratch).split('\n'));
  const differing = expected.split('\n').filter((line) => !found.has(line));
  for (const line of differing)
    console.error(`error: ${line.slice(66)} differs between two builds`);
  if (differing.length > 0) process.exitCode = 1;
  else console.log(`${found.size - 1} files, the same bytes from two builds\n${expected.trim()}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
