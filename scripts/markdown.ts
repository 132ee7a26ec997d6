/** Reading Markdown as far as checks of documents need it: headings, links, tables, fenced blocks. */

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

const withoutCode = (text: string): string => text.replace(/(`+).*?\1/g, '');
const linkPattern = /\[(?:[^[\]\\]|\\.)*\]\(([^()\s]+)\)/g;

/** The cells of a line of a table. */
const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

interface OpenFence {
  readonly line: number;
  readonly mark: string;
  readonly info: readonly string[];
  readonly heading: string;
  readonly text: string[];
}

/** Takes a document apart. */
export const readMarkdown = (source: string): Markdown => {
  const headings: Heading[] = [];
  const links: Link[] = [];
  const tables: { line: number; header: readonly string[]; rows: (readonly string[])[] }[] = [];
  const fences: Fence[] = [];
  const anchors = new Map<string, number>();
  let fence: OpenFence | null = null;
  let inTable = false;
  for (const [index, text] of source.split('\n').entries()) {
    const line = index + 1;
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(text);
    if (fence !== null) {
      if (mark !== null && mark[1] === fence.mark && mark[2]?.trim() === '') {
        fences.push({ ...fence, text: fence.text.join('\n') });
        fence = null;
      } else fence.text.push(text);
      continue;
    }
    if (mark !== null) {
      const info = (mark[2] ?? '').trim().split(/\s+/);
      fence = { line, mark: mark[1] ?? '', info, heading: headings.at(-1)?.text ?? '', text: [] };
      continue;
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(text);
    if (heading !== null) {
      const title = (heading[1] ?? '').replaceAll('`', '').trim();
      const anchor = anchorOf(title);
      const seen = anchors.get(anchor) ?? 0;
      anchors.set(anchor, seen + 1);
      headings.push({ line, text: title, anchor: seen === 0 ? anchor : `${anchor}-${seen}` });
    }
    for (const [, target = ''] of withoutCode(text).matchAll(linkPattern)) {
      links.push({ line, target });
    }
    if (!text.trimStart().startsWith('|')) inTable = false;
    else if (!inTable) {
      tables.push({ line, header: cellsOf(text), rows: [] });
      inTable = true;
    } else if (!/^\s*\|[\s:|-]+\|\s*$/.test(text)) tables.at(-1)?.rows.push(cellsOf(text));
  }
  return { headings, links, tables, fences };
};
