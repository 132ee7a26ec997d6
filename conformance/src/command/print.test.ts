import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { harmless } from '../report/visible-text.js';

/** The lines that GitHub's runner takes for commands: `::` at the start of a line, `##[` anywhere in one. */
const commandsIn = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => line.trimStart().startsWith('::') || line.includes('##['));

const parts = fc.constantFrom(
  '#',
  '##[',
  '[',
  ':',
  '::',
  ' ',
  '\n',
  '\r\n',
  '\t',
  'error',
  ']',
  '\u00a0',
);

test('no text that is printed is a command to a CI runner', () => {
  const text = fc.array(parts, { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (one) => {
      expect(commandsIn(harmless(one))).toEqual([]);
    }),
  );
});

test('JSON keeps its value', () => {
  const value = { says: '##[stop-commands]x', more: ['::error::y', '###[['] };
  expect(JSON.parse(harmless(JSON.stringify(value, null, 2)))).toEqual(value);
});
