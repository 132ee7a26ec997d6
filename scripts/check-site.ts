/**
 * Follows every link of docs/site/ that stays within it, down to the place in the page, in pages and in their
 * Markdown twins; and looks for the twin of each page and for the files that programs read. Prints
 * `page: error: ...` for each that is missing, and fails.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkFault } from './links.js';
import { readMarkdown } from './markdown.js';

process.chdir(fileURLToPath(new URL('../../docs/site', import.meta.url)));

const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
);
const pages = files.filter((path) => path.endsWith('.html'));

const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]));
const places = new Map(
  [...texts].map(([page, text]) => [
    page,
    new Set([...text.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)),
  ]),
);

const plain = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");

/** What is wrong with a link of a page, `null` when nothing is. */
const faultOf = (page: string, link: string): string | null => {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link)) return null;
  const [path = '', place] = plain(link).split('#', 2);
  const [file = ''] = path.split('?');
  const joined = file === '' ? page : posix.join(posix.dirname(page), decodeURI(file));
  if (joined.startsWith('..')) return 'leads out of the site';
  if (!existsSync(joined)) return `there is no ${joined}`;
  const target = statSync(joined).isDirectory() ? posix.join(joined, 'index.html') : joined;
  if (!existsSync(target)) return `there is no ${target}`;
  if (place === undefined || place === '') return null;
  return places.get(target)?.has(decodeURIComponent(place)) === false
    ? `${target} has no place #${place}`
    : null;
};

let count = 0;
for (const [page, text] of texts) {
  const links = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  for (const link of new Set(links)) {
    const fault = faultOf(page, link);
    count += 1;
    if (fault === null) continue;
    console.error(`docs/site/${page}: error: ${link}: ${fault}`);
    process.exitCode = 1;
  }
}

const guides = pages.filter((page) => /^(guides|packages|project)\//.test(page));
const missing = [
  ...['llms.txt', 'llms-full.txt', 'openapi.json'],
  ...guides.map((page) => page.replace('.html', '.md')),
].filter((file) => !files.includes(file));
for (const file of missing) {
  console.error(`docs/site/${file}: error: is missing`);
  process.exitCode = 1;
}

const twins = files.filter((file) => file.endsWith('.md') || file === 'llms.txt');
for (const file of twins) {
  for (const { target } of readMarkdown(readFileSync(file, 'utf8')).links) {
    const fault = linkFault(file, target);
    count += 1;
    if (fault === null) continue;
    console.error(`docs/site/${file}: error: ${target}: ${fault}`);
    process.exitCode = 1;
  }
}
console.log(`docs/site: ${pages.length} pages, ${twins.length} texts, ${count} links followed`);
