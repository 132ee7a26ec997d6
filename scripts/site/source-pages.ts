import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const source = '\\.(?:ts|tsx|mjs|cjs|js|md|yaml)';
const linked = new RegExp(`(href="(?:\\.\\./)*media/[^"#]+${source})(#[^"]*)?(?=")`, 'g');

/** Links to source files lead to texts, which a browser shows and does not download. */
export const linkSources = (html: string): string => html.replace(linked, '$1.txt');

/** Makes texts of the source files among the media. */
export const renameSources = (site: string, names: Iterable<string>): void => {
  for (const name of names) {
    const copy = join(site, 'media', name);
    if (new RegExp(`${source}$`).test(name) && existsSync(copy)) renameSync(copy, `${copy}.txt`);
  }
};
