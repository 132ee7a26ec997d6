import { readFileSync } from 'node:fs';
import { readMarkdown } from '../markdown.js';
import { upFrom } from './html.js';

/** The heading of every rule, by the number that it begins with. */
export const ruleAnchors: ReadonlyMap<string, string> = new Map(
  readMarkdown(readFileSync('docs/rules.md', 'utf8')).headings.map(({ text, anchor }) => [
    text.split(' ', 1)[0] ?? '',
    anchor,
  ]),
);

/** What has no links to rules: links, code, headings, and tags themselves. */
const closed = /<(?:a|code|h\d)\b[^]*?<\/(?:a|code|h\d)>|<[^>]*>/;
/** Three numbers are always a rule. Two are one in a doc comment, in brackets. */
const always = /(?<![\d.])\d\.\d\.\d{1,2}(?![\d.]*\d)/;
const inComments = /(?<![\d.])\d\.\d{1,2}(?:\.\d{1,2})?(?![\d.]*\d)(?=[^()<]*\))/;
const inGuide = new RegExp(`${closed.source}|${always.source}`, 'g');
const inReference = new RegExp(`${inGuide.source}|${inComments.source}`, 'g');

/** Turns the numbers of rules in a page of the site into links. */
export const linkRules = (html: string, url: string): string => {
  if (url === 'guides/rules.html') return html;
  const numbers = url.startsWith('reference/') ? inReference : inGuide;
  const [head = '', rest = ''] = html.split(/(?=<main\b)/);
  const linked = rest.replace(numbers, (found) => {
    const anchor = ruleAnchors.get(found);
    if (anchor === undefined) return found;
    return `<a class="rule" href="${upFrom(url)}guides/rules.html#${anchor}">${found}</a>`;
  });
  return head + linked;
};
