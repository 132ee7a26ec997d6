/**
 * Equal sources make equal packages: copies the sources into another folder, builds and packs them there
 * on another date, in another time zone, language and file mode, and compares each file with what this
 * folder makes.
 *
 *   npm run reproducible
 *   npm run reproducible -- --node FILE     builds the copy with another Node
 *   npm run reproducible -- --sums FILE     compares with SHA256SUMS of another build
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeReleaseFiles } from './release-files.js';

const { values: flags } = parseArgs({
  options: { node: { type: 'string', default: process.execPath }, sums: { type: 'string' } },
});
const root = fileURLToPath(new URL('../../..', import.meta.url));
const from = process.env['INIT_CWD'] ?? '.';

/** Everything that git knows or would take, as it is now. */
const copySources = (to: string): void => {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const gone = execFileSync('git', ['ls-files', '-z', '--deleted'], {
    cwd: root,
    encoding: 'utf8',
  });
  const deleted = new Set(gone.split('\0'));
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((one) => one !== '' && !deleted.has(one)))
    cpSync(join(root, file), join(to, file));
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

const buildCopy = (copy: string, node: string, scratch: string): string => {
  const preload = join(scratch, 'later.mjs');
  writeFileSync(preload, laterDate);
  const out = join(scratch, 'second');
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    INIT_CWD: copy,
    LANG: 'tr_TR.UTF-8',
    TZ: 'Pacific/Auckland',
  };
  const run = (args: readonly string[], options = '') =>
    execFileSync(node, args, {
      cwd: copy,
      env: { ...env, NODE_OPTIONS: options },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  // Installed today: on another date no certificate is valid.
  run(['scripts/prepare.mjs']);
  const later = `--import=${pathToFileURL(preload).href}`;
  run(['scripts/prepare.mjs', '--build'], later);
  run(['scripts/dist/packages/main.js', '--out', out, '--no-check'], later);
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
