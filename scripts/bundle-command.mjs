// Puts the command `tallyboard` into few files: a process that opens hundreds of modules one by one needs
// three times as long to its first answer. What is opened only by some verbs stays apart. Runs after every
// build, in some 0.2 s, and writes only what has changed: other processes may be running from these files.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'packages/cli/dist');

/** @type {(input: string) => boolean} */
const isForeign = (input) => input.includes('node_modules/');

/**
 * The terms of every package that is inside, which they ask to be kept with it.
 * @param {readonly string[]} inputs
 */
const termsOf = (inputs) => {
  const folders = inputs
    .filter(isForeign)
    .map((input) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? '');
  return [...new Set(folders)].sort().map((folder) => {
    const path = join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one));
    const terms = file === undefined ? `${license}` : readFileSync(join(path, file), 'utf8').trim();
    return `${name} ${version}\n\n${terms}\n`;
  });
};

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    tallyboard: join(dist, 'main.js'),
    // A thread begins at a file of its own, beside the code that starts it.
    'index-worker': join(dist, 'serve/index-worker.js'),
  },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // It holds a library of the machine's own; the command depends on it, so it is found from here, too.
  external: ['@duckdb/node-api'],
  // Some packages inside still call `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  metafile: true,
  write: false,
  logLevel: 'warning',
});

/** @type {(path: string, bytes: Uint8Array) => void} */
const writeChanged = (path, bytes) => {
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
};

// Parts before those that name them.
const isEntry = new Set(['tallyboard.js', 'index-worker.js']);
const written = outputFiles.map(({ path, contents }) => ({ name: basename(path), path, contents }));
const [parts, entries] = [false, true].map((of) =>
  written.filter(({ name }) => isEntry.has(name) === of),
);
for (const { path, contents } of [...(parts ?? []), ...(entries ?? [])])
  writeChanged(path, contents);
writeChanged(
  join(dist, 'THIRD-PARTY.txt'),
  Buffer.from(termsOf(Object.keys(metafile.inputs)).join(`\n${'-'.repeat(80)}\n\n`)),
);

const names = new Set(written.map(({ name }) => name));
for (const name of readdirSync(dist)) {
  if (/-[A-Z0-9]{8}\.js$/.test(name) && !names.has(name)) rmSync(join(dist, name));
}
