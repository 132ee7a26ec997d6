import type MarkdownIt from 'markdown-it';
import { splitAtRules } from './rule-links.js';

/** The page that is being rendered: set before each page. */
export const current = {
  url: '',
  /** A page written by hand; the others come of doc comments. */
  isGuide: true,
};

/** The label of a block, by the last word of its fence. */
const labels: Readonly<Record<string, string>> = {
  detail: 'Detail of the answer',
  repaired: 'Repaired',
};

const labelled = (html: string, className: string, label: string): string =>
  `<div class="${className}" data-label="${label}">${html}</div>`;

/** A block of code; printed output and some others have a label. */
const fence = (html: string, info: string, before: string): string => {
  if (info.trim() === 'text' && before.startsWith('ts')) return labelled(html, 'printed', 'Prints');
  const label = labels[info.trim().split(/\s+/).at(-1) ?? ''];
  return label === undefined ? html : labelled(html, 'labelled', label);
};

/** Numbers of rules in a text as links, as far as they are links nowhere else. */
const linkRules = (md: MarkdownIt): void => {
  md.core.ruler.push('rules', (state) => {
    for (const { children } of state.tokens) {
      if (children === null) continue;
      let depth = 0;
      for (const [at, token] of [...children.entries()].reverse()) {
        depth += token.type === 'link_close' ? 1 : token.type === 'link_open' ? -1 : 0;
        if (token.type !== 'text' || depth > 0) continue;
        const parts = splitAtRules(token.content, current);
        if (parts.length === 1) continue;
        const made = parts.flatMap(({ text, href }) => {
          const words = new state.Token('text', '', 0);
          words.content = text;
          if (href === undefined) return [words];
          const open = new state.Token('link_open', 'a', 1);
          open.attrSet('href', href);
          open.attrSet('class', 'rule');
          return [open, words, new state.Token('link_close', 'a', -1)];
        });
        children.splice(at, 1, ...made);
      }
    }
  });
};

/** What the site does to Markdown: printed output, links to rules. */
export const loadMarkdown = (md: MarkdownIt): void => {
  const { rules } = md.renderer;
  const plain = rules.fence!;
  rules.fence = (tokens, at, ...rest) =>
    fence(plain(tokens, at, ...rest), tokens[at]!.info, tokens[at - 1]?.info ?? '');
  linkRules(md);
};
