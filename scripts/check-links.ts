/**
 * Every link between files of the repository leads somewhere, headings included. Prints
 * `file:line: error: ...` for each that does not, and fails.
 */

import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Link, readMarkdown } from './markdown.js';
import { repositoryFiles } from './repository.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const anchors = new Map<string, ReadonlySet<string>>();
const anchorsOf = (file: string): ReadonlySet<string> => {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const { headings } = readMarkdown(readFileSync(file, 'utf8'));
  const found = new Set(headings.map(({ anchor }) => anchor));
  anchors.set(file, found);
  return found;
};

/** What is wrong with a link, `null` when nothing is. */
const faultOf = (document: string, { target }: Link): string | null => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null;
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path));
  if (path.startsWith('/') || file.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(file)) return `there is no ${file}`;
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return null;
  return `${file} has no heading #${anchor}`;
};

let errorCount = 0;
for (const document of repositoryFiles(['*.md'])) {
  for (const link of readMarkdown(readFileSync(document, 'utf8')).links) {
    const fault = faultOf(document, link);
    if (fault === null) continue;
    errorCount += 1;
    console.error(`${document}:${link.line}: error: ${link.target}: ${fault}`);
  }
}

process.exitCode = errorCount === 0 ? 0 : 1;
