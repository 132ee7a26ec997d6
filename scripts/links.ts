import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readMarkdown } from './markdown.js';

const anchors = new Map<string, ReadonlySet<string>>();
const anchorsOf = (file: string): ReadonlySet<string> => {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const { headings } = readMarkdown(readFileSync(file, 'utf8'));
  const found = new Set(headings.map(({ anchor }) => anchor));
  anchors.set(file, found);
  return found;
};

/** What is wrong with a link of a Markdown file in the present folder, `null` when nothing is. */
export const linkFault = (document: string, target: string): string | null => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null;
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path));
  if (path.startsWith('/') || file.startsWith('..')) return 'leads out of the folder';
  if (!existsSync(file)) return `there is no ${file}`;
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return null;
  return `${file} has no heading #${anchor}`;
};
