import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Markdown, readMarkdown, type Table } from '../markdown.js';

/** A document of the repository, by its path from the root. */
export const documentAt = (path: string): Markdown =>
  readMarkdown(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** The words in backticks of a cell, in order. */
export const codeIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The one table of a document with this header, which may be given in part. */
export const tableOf = ({ tables }: Markdown, ...header: readonly string[]): Table => {
  const found = tables.filter((table) => header.every((cell, at) => table.header[at] === cell));
  expect(found, `tables with the header ${header.join(' | ')}`).toHaveLength(1);
  return found[0]!;
};

/** The one table below a heading, up to the next one. */
export const tablesBelow = ({ headings, tables }: Markdown, heading: string): readonly Table[] => {
  const at = headings.findIndex(({ text }) => text === heading);
  expect(at, `the heading ${heading}`).toBeGreaterThanOrEqual(0);
  const start = headings[at]!.line;
  const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY;
  return tables.filter(({ line }) => line > start && line < end);
};
