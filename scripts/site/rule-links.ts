import { readFileSync } from 'node:fs';
import { readMarkdown } from '../markdown.js';
import { upFrom } from './html.js';

/** The heading of every rule, by the number that it begins with. */
const anchors: ReadonlyMap<string, string> = new Map(
  readMarkdown(readFileSync('docs/rules.md', 'utf8')).headings.flatMap(({ text, anchor }) => {
    const [number] = /^\d(\.\d+){1,2}(?= )/.exec(text) ?? [];
    return number === undefined ? [] : [[number, anchor] as const];
  }),
);

/** Three numbers are always a rule. Two are one in a doc comment, in brackets. */
const always = /(?<![\d.])(\d\.\d\.\d{1,2})(?![\d.]*\d)/;
const inComments = /(?<![\d.])(\d\.\d{1,2}(?:\.\d{1,2})?)(?![\d.]*\d)(?=[^()]*\))/;

interface Part {
  readonly text: string;
  readonly href?: string;
}

/** A text cut at the numbers of rules, each with where it leads. */
export const splitAtRules = (
  text: string,
  page: { readonly url: string; readonly isGuide: boolean },
): readonly Part[] => {
  if (page.url === 'guides/rules.html') return [{ text }];
  const pattern = page.isGuide ? always : new RegExp(`${always.source}|${inComments.source}`);
  const parts: readonly (string | undefined)[] = text.split(new RegExp(pattern, 'g'));
  return parts.flatMap((part): Part[] => {
    // `split` gives what the groups caught between the rest; a group that caught nothing is undefined.
    const anchor = anchors.get(part ?? '');
    if (part === undefined || part === '') return [];
    if (anchor === undefined) return [{ text: part }];
    return [{ text: part, href: `${upFrom(page.url)}guides/rules.html#${anchor}` }];
  });
};
