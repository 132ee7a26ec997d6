/**
 * Equal sources give equal bytes: builds and packs a copy of the sources in another folder, on another date, in
 * another time zone and file mode, and compares its files with those of this folder.
 *
 *   npm run reproducible
 *   npm run reproducible -- --sums FILE     compares with SHA256SUMS of another build
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from '../programs.js';
import { repositoryFiles } from '../repository.js';
import { publishedFolders } from './pack.js';
import { writeRelease } from './release.js';

const { values: flags } = parseArgs({ options: { sums: { type: 'string' } } });
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

/** Builds and packs the copy into a folder. */
const buildCopy = (copy: string, scratch: string, out: string): void => {
  const preload = join(scratch, 'later.mjs');
  writeFileSync(preload, laterDate);
  // Installed today: on another date no certificate is valid.
  run(copy, 'node scripts/prepare.mjs');
  const later = { TZ: 'Pacific/Auckland', NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` };
  for (const line of [
    `node_modules/typescript/bin/tsc -b ${publishedFolders().join(' ')}`,
    'node_modules/typescript/bin/tsc -b scripts --noCheck',
    'scripts/bundle-explorer.mjs',
    'scripts/dist/bundle/command.js',
    `scripts/dist/packages/main.js --out "${out}" --no-check`,
  ])
    run(copy, `node ${line}`, later);
};

/** The lines of SHA256SUMS about what was built; the list of parts also depends on npm. */
const linesIn = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /\.(tgz|mjs)$/.test(line));

const scratch = mkdtempSync(join(tmpdir(), 'tallyboard-twice-'));
try {
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')];
  if (flags.sums === undefined) await writeRelease(first);
  const sums = resolve(process.env['INIT_CWD'] ?? '.', flags.sums ?? join(first, 'SHA256SUMS'));
  const copy = join(scratch, 'another folder', 'with a longer name');
  mkdirSync(copy, { recursive: true });
  for (const file of repositoryFiles()) cpSync(file, join(copy, file));
  buildCopy(copy, scratch, second);
  const found = new Set(linesIn(join(second, 'SHA256SUMS')));
  const differing = linesIn(sums).filter((line) => !found.has(line));
  for (const line of differing)
    console.error(`error: ${line.slice(66)} differs between two builds`);
  if (differing.length > 0) process.exitCode = 1;
  else console.log(`${found.size} files, the same bytes from two builds`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
