/**
 * Every link that stays in a folder leads somewhere, down to the heading or the id that it names. Prints
 * `file:line: error: ...` for each that does not, and fails.
 *
 *   node scripts/dist/check-links.js             the Markdown of the repository
 *   node scripts/dist/check-links.js docs/site   the pages of the site, and their Markdown
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Link, readMarkdown } from './markdown.js';
import { repositoryFiles } from './repository.js';
import { textOf } from './site/html.js';

const [folder = '.'] = process.argv.slice(2);
process.chdir(folder);

const all = folder === '.' ? repositoryFiles(['*.md']) : readdirSync('.', { recursive: true });
const files = all.map((file) => String(file).replaceAll('\\', '/'));

/** The links of a document, and the names that links to it may have after `#`. */
interface Document {
  readonly links: readonly Link[];
  readonly anchors: ReadonlySet<string>;
}

const readHtml = (html: string): Document => {
  const valuesOf = (names: string): readonly string[] =>
    [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, 'g'))].map(([, value = '']) =>
      textOf(value),
    );
  return {
    links: valuesOf('href|src').map((target) => ({ line: 1, target })),
    anchors: new Set(valuesOf('id|name')),
  };
};

const documents = new Map<string, Document>();
for (const file of files.filter((name) => /\.(md|html)$|^llms\.txt$/.test(name))) {
  const text = readFileSync(file, 'utf8');
  const { links, headings } = readMarkdown(file.endsWith('.html') ? '' : text);
  const anchors = new Set(headings.map(({ anchor }) => anchor));
  documents.set(file, file.endsWith('.html') ? readHtml(text) : { links, anchors });
}

/** What is wrong with a link, `null` when nothing is. */
const faultOf = (document: string, target: string): string | null => {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return null;
  const [path = '', anchor = ''] = target.split('#', 2);
  const file = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path));
  if (path.startsWith('/') || file.startsWith('..')) return 'leads out of the folder';
  if (!existsSync(file)) return `there is no ${file}`;
  const { anchors } = documents.get(file) ?? {};
  const isThere = anchor === '' || anchors?.has(decodeURIComponent(anchor)) !== false;
  return isThere ? null : `${file} has no heading #${anchor}`;
};

let count = 0;
for (const [document, { links }] of documents) {
  for (const { line, target } of links) {
    const fault = faultOf(document, target);
    count += 1;
    if (fault === null) continue;
    console.error(`${posix.join(folder, document)}:${line}: error: ${target}: ${fault}`);
    process.exitCode = 1;
  }
}
console.log(`${folder}: ${documents.size} documents, ${count} links followed`);
