import { describe, expect, it } from 'vitest';
import { documentAt } from './documents.test-kit.js';

const document = documentAt('docs/decisions.md');
const tables = document.tables.filter(({ header }) => header[0] === 'Id');
const idsOf = (letter: string): readonly string[] =>
  tables
    .flatMap(({ rows }) => rows.map(([id = '']) => /^\[(\w+)\]/.exec(id)?.[1] ?? id))
    .filter((id) => id.startsWith(letter));
const upTo = (letter: string, last: number): readonly string[] =>
  Array.from({ length: last }, (_, at) => `${letter}${at + 1}`);

describe('docs/decisions.md', () => {
  // Ids stand in code, tests and reports: they are added to, never renumbered.
  it.each([
    ['W', 32],
    ['F', 24],
    ['R', 7],
    ['P', 41],
  ] as const)('has the points %s1 to %i, each once and in order', (letter, last) => {
    expect(idsOf(letter)).toEqual(upTo(letter, last));
  });

  it('leads to a source file from every point', () => {
    const linked = document.links.filter(({ target }) => /^\.\.\/packages\/.+\.ts$/.test(target));
    const lines = new Set(linked.map(({ line }) => line));
    const points = tables.flatMap(({ line, rows }) => rows.map((_, at) => line + 2 + at));
    expect(points.filter((line) => !lines.has(line))).toEqual([]);
  });
});
