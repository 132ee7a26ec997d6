import { expect, it } from 'vitest';
import { folded } from '../text.js';
import { isTooLong, searchTextOf } from './roster-orders.js';

const search = searchTextOf(['ann', ''], ['ann@school.example', '']);

it('a text is too long only if its folded form cannot be part of any', () => {
  // The longest field has 18 characters.
  expect(isTooLong(search, 'a'.repeat(8 * 18))).toBe(false);
  expect(isTooLong(search, 'a'.repeat(8 * 18 + 1))).toBe(true);
  expect(isTooLong(searchTextOf([], []), 'a')).toBe(true);
});

it('every character, and its decomposed form, is folded to an eighth of its length at least', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const decomposed = character.normalize('NFD');
    // What composes again has the decomposed form; what does not, stays as long.
    if (2 * decomposed.length < character.length) expect(character).toBe('halved at most');
    if (4 * folded(decomposed).length < decomposed.length)
      expect(character).toBe('a quarter at most');
  }
});
