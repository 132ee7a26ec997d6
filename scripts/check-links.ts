/**
 * Every link between files of the repository leads somewhere, headings included. Prints
 * `file:line: error: ...` for each that does not, and fails.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { linkFault } from './links.js';
import { readMarkdown } from './markdown.js';
import { repositoryFiles } from './repository.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

for (const document of repositoryFiles(['*.md'])) {
  for (const { target, line } of readMarkdown(readFileSync(document, 'utf8')).links) {
    const fault = linkFault(document, target);
    if (fault === null) continue;
    console.error(`${document}:${line}: error: ${target}: ${fault}`);
    process.exitCode = 1;
  }
}
