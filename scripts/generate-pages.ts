/**
 * Writes what documents show and sources know: the graphs of docs/architecture.md, the laws of
 * docs/laws.md, and the results of docs/mutation.md with the areas marked whose code has changed since. With `--check` it
 * writes nothing and fails when a file on disk is another one.
 */

import { fileURLToPath } from 'node:url';
import { lawsPage } from './laws.js';
import { pictures } from './layers.js';
import { mutationPage } from './mutation/page.js';
import { writeGenerated } from './repository.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

for (const [path, text] of [...pictures(), mutationPage(), lawsPage()]) {
  writeGenerated(path, text, 'pages');
}
