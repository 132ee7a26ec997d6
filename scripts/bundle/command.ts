/**
 * Puts the command `tallyboard` into few files, in packages/cli/dist/bundle: a process that opens hundreds
 * of modules one by one needs three times as long to its first answer. What is opened only by some verbs
 * stays apart. These files are what is published: who installs the command installs DuckDB beside it and
 * nothing else. Runs after every build, in some 0.3 s, and writes only what has changed: other processes
 * may be running from these files.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode, installedPlugin, termsOf } from './bundle.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cli = join(root, 'packages/cli');
const out = join(cli, 'dist/bundle');

const { outputFiles, packages } = await bundleForNode(root, {
  entryPoints: {
    tallyboard: join(cli, 'dist/main.js'),
    // A thread begins at a file of its own.
    'index-worker': join(cli, 'dist/serve/index-worker.js'),
  },
  outdir: out,
  splitting: true,
  plugins: [await installedPlugin(cli, "'./index-worker.js', import.meta.url")],
});

const parts = packages.map(({ name, version, license }) => ({ name, version, license }));
const files = new Map<string, Uint8Array | string>([
  ...outputFiles.map(({ path, contents }) => [basename(path), contents] as const),
  ['THIRD-PARTY.txt', termsOf(packages)],
  ['bundled.json', `${JSON.stringify(parts, null, 2)}\n`],
]);

mkdirSync(out, { recursive: true });
const entries = ['index-worker.js', 'tallyboard.js'];
// Parts before those that name them.
const names = [...files.keys()].filter((name) => !entries.includes(name)).concat(entries);
for (const name of names) {
  const path = join(out, name);
  const contents = Buffer.from(files.get(name) ?? '');
  if (!existsSync(path) || !readFileSync(path).equals(contents)) writeFileSync(path, contents);
}
for (const name of readdirSync(out)) if (!files.has(name)) rmSync(join(out, name));
