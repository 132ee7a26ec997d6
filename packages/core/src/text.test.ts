import { expect, test } from 'vitest';
import { folded } from './text.js';

test('a text is composed, then in lower case', () => {
  expect(folded('E\u0301CLAIR')).toBe('\u00e9clair');
});

test('a long text is composed piece by piece: 500,000 marks take no minutes', () => {
  const marks = '\u0301\u0316'.repeat(250_000);
  expect(folded(`E${marks}`)).toHaveLength(marks.length);
  for (const before of [998, 999, 1000, 2000]) {
    expect(folded(`${'x'.repeat(before)}E\u0301`)).toBe(`${'x'.repeat(before)}\u00e9`);
  }
});
