import { describe, expect, it } from 'vitest';
import { cut, visible, visibleLines } from './visible-text.js';

describe('texts from anywhere', () => {
  it.each([
    ['terminal sequences', '\u001b[2J\u009b31m', '\\u{1b}[2J\\u{9b}31m'],
    ['lines', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    [
      'bidirectional and invisible marks',
      'a\u202eb\u200bc\ufeff',
      'a\\u{202e}b\\u{200b}c\\u{feff}',
    ],
    ['halves of pairs and noncharacters', '\ud800 \uffff', '\\u{d800} \\u{ffff}'],
    ['separators of lines', '\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['letters of all kinds, as they are', 'Zoë 日本 🙂 <&>', 'Zoë 日本 🙂 <&>'],
  ])('spell out %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('keep their lines when asked to', () => {
    expect(visibleLines('a\r\nb\rc\n\u0000')).toBe('a\nb\nc\n\\u{0}');
  });

  it('are cut, and say so, never in the middle of a pair', () => {
    expect(cut('a'.repeat(3000), 10)).toBe(`${'a'.repeat(10)}… (2,990 more characters)`);
    expect(cut('ab🙂cd', 3)).toBe('ab… (4 more characters)');
    expect(cut('abc', 3)).toBe('abc');
  });
});
