import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentAt } from './docs.test-kit.js';

const example = documentAt('docs/architecture.md').fences.find(({ text }) =>
  text.startsWith('core/src/rules/'),
);

/** The lines that the example quotes, each with the file where it is said to stand. */
const quotes = (example?.text ?? '')
  .split('\n')
  .reduce<{ file: string; line: string }[]>(
    (found, line) => [
      ...found,
      line.startsWith(' ')
        ? { file: found.at(-1)?.file ?? '', line: line.trim() }
        : { file: line, line: '' },
    ],
    [],
  );

it('docs/architecture.md: the example of a rule stands in the source', () => {
  expect(quotes.length).toBeGreaterThan(15);
  for (const { file, line } of quotes) {
    const lines = readFileSync(`packages/${file}`, 'utf8').split('\n');
    expect([file, line === '' || lines.some((one) => one.trim() === line)]).toEqual([file, true]);
  }
});
