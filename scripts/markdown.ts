/** Reading Markdown as far as checks of documents need it: headings, links, tables, fenced blocks. */

import MarkdownIt, { type Token } from 'markdown-it';

/** A heading with the anchor that hosts of repositories give it. */
export interface Heading {
  readonly line: number;
  readonly text: string;
  readonly anchor: string;
}

/** A link in prose; what is in code is none. */
export interface Link {
  readonly line: number;
  readonly target: string;
}

/** A table; its cells are texts without the white space around them. */
export interface Table {
  readonly line: number;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A fenced block: the words after the fence, the text within, and the heading above. */
export interface Fence {
  readonly line: number;
  readonly info: readonly string[];
  readonly text: string;
  readonly heading: string;
}

/** A document taken apart. Lines are counted from 1. */
export interface Markdown {
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly tables: readonly Table[];
  readonly fences: readonly Fence[];
}

/** The anchor of a heading: lower case, punctuation dropped, spaces as hyphens. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

// Headings begin with #: the head of a changeset is none.
const parser = new MarkdownIt({ html: true }).disable('lheading');
// Targets stay as they are written.
parser.normalizeLink = (target) => target;

/** Links and pictures in a text that begins at a line. */
const linksIn = (inline: Token, first: number): readonly Link[] => {
  let line = first;
  const links: Link[] = [];
  for (const token of inline.children ?? []) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
    const target = token.attrGet('href') ?? token.attrGet('src');
    if (target !== null) links.push({ line, target });
  }
  return links;
};

/** Takes a document apart. */
export const readMarkdown = (source: string): Markdown => {
  const headings: Heading[] = [];
  const links: Link[] = [];
  const tables: { line: number; rows: string[][] }[] = [];
  const fences: Fence[] = [];
  const anchors = new Map<string, number>();
  const tokens = parser.parse(source, {});
  let line = 1;
  for (const [at, token] of tokens.entries()) {
    const { type, content } = token;
    // Cells have the line of their row.
    line = token.map === null ? line : token.map[0] + 1;
    if (type === 'inline') links.push(...linksIn(token, line));
    if (type === 'heading_open') {
      const text = (tokens[at + 1]?.content ?? '').replaceAll('`', '').trim();
      const anchor = anchorOf(text);
      const seen = anchors.get(anchor) ?? 0;
      anchors.set(anchor, seen + 1);
      headings.push({ line, text, anchor: seen === 0 ? anchor : `${anchor}-${seen}` });
    }
    if (type === 'fence') {
      const info = token.info.trim().split(/\s+/);
      fences.push({
        line,
        info,
        text: content.replace(/\n$/, ''),
        heading: headings.at(-1)?.text ?? '',
      });
    }
    if (type === 'table_open') tables.push({ line, rows: [] });
    if (type === 'tr_open') tables.at(-1)?.rows.push([]);
    if (type === 'th_open' || type === 'td_open') {
      tables
        .at(-1)
        ?.rows.at(-1)
        ?.push(tokens[at + 1]?.content ?? '');
    }
  }
  return {
    ...{ headings, links, fences },
    tables: tables.map(({ line, rows: [header = [], ...rows] }) => ({ line, header, rows })),
  };
};
