import { expect, it } from 'vitest';
import * as boards from './board-words.js';
import { listed } from './listed.js';
import * as names from './names.js';
import * as posts from './post-words.js';

it('takes a line break within a word for a space', () => {
  expect(listed('\n  a, the first\n  scene,\n  b')).toEqual(['a', 'the first scene', 'b']);
});

/** Every text of a value, at any depth. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

it('no word of the samples has a line break or two spaces', () => {
  const texts = textsOf([{ ...boards }, { ...names }, { ...posts }]);
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter((text) => /\s\s|\n/.test(text))).toEqual([]);
});
