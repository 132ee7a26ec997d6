import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentAt } from './documents.test-kit.js';

/** The examples of docs/architecture.md: names of files, and below each some of its lines, indented. */
const examples = documentAt('docs/architecture.md')
  .fences.map(({ text }) => text)
  .filter((text) => text.startsWith('core/src/'));

interface Quote {
  readonly file: string;
  readonly line: string;
}

const quotesOf = (example: string): readonly Quote[] => {
  let file = '';
  return example.split('\n').flatMap((line) => {
    if (line.startsWith(' ')) return [{ file, line: line.trim() }];
    file = line;
    return [];
  });
};

it('docs/architecture.md has an example of a metric, an include and a rule', () => {
  expect(examples.map((example) => quotesOf(example).length >= 9)).toEqual([true, true, true]);
});

it.each(examples.flatMap(quotesOf))('$file has the line $line', ({ file, line }) => {
  const lines = readFileSync(`packages/${file}`, 'utf8').split('\n');
  expect(lines.map((one) => one.trim())).toContain(line);
});
