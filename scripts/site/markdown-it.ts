import type MarkdownIt from 'markdown-it';
import { type EntryNames, importsOf, programOf } from './example-programs.js';
import { escaped } from './html.js';
import { ruleAnchors } from './rule-links.js';

/** The page that is being rendered: set before each page. */
export const current = {
  url: '',
  /** A page written by hand; the others come of doc comments. */
  isGuide: true,
  /** Names that the core exports. */
  names: {} as EntryNames,
  /** Files of the page that run in a browser and that later examples may import. */
  files: new Set<string>(),
};

/** A program as the page runs it, or `null` when a browser without network cannot. */
const runnable = (language: string, name: string | undefined, text: string): string | null => {
  if (language !== 'ts') return null;
  if (!current.isGuide) return programOf(text, current.names);
  const canImport = (specifier: string): boolean =>
    specifier === '@tallyboard/core' || current.files.has(specifier);
  const imports = importsOf(text);
  if (imports.length === 0 || !imports.every(canImport)) return null;
  if (name !== undefined) current.files.add(`./${name.replace('.ts', '.js')}`);
  return text;
};

/** The label of a block, by the last word of its fence. */
const labels: Readonly<Record<string, string>> = {
  detail: 'Detail of the answer',
  repaired: 'Repaired',
};

const labelled = (html: string, className: string, label: string): string =>
  `<div class="${className}" data-label="${label}">${html}</div>`;

const fence = (html: string, info: string, text: string, before: string): string => {
  const [language = '', ...words] = info.trim().split(/\s+/);
  if (language === 'text' && before.startsWith('ts')) return labelled(html, 'printed', 'Prints');
  const label = labels[words.at(-1) ?? ''];
  if (label !== undefined) return labelled(html, 'labelled', label);
  const [name] = words;
  const program = runnable(language, name, text);
  if (program === null) return html;
  const file = name === undefined ? '' : ` data-file="${escaped(name)}"`;
  return `<div class="example"${file} data-program="${escaped(program)}">${html}</div>`;
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
        const parts = ruleAnchors.split(token.content, current);
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

/** What the site does to Markdown: examples that run, printed output, links to rules. */
export const loadMarkdown = (md: MarkdownIt): void => {
  const { rules } = md.renderer;
  const plain = rules.fence!;
  rules.fence = (tokens, at, ...rest) => {
    const { info, content } = tokens[at]!;
    return fence(plain(tokens, at, ...rest), info, content, tokens[at - 1]?.info ?? '');
  };
  linkRules(md);
};
