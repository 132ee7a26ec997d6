/**
 * Writes what documents show and sources know: the pictures of docs/architecture.md, the laws of
 * docs/laws.md, and the results of docs/mutation.md with the areas marked whose code has changed since. With `--check` it
 * writes nothing and fails when a file on disk is another one.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexPicture } from './index-picture.js';
import { lawsPage } from './laws.js';
import { pictures } from './layers.js';
import { mutationPage } from './mutation/page.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

for (const [path, text] of [
  ...pictures(),
  ['docs/pictures/index.svg', indexPicture()] as const,
  mutationPage(),
  lawsPage(),
]) {
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path}:1: error: is not what the source gives; run \`npm run pages\``);
    process.exitCode = 1;
  }
}
