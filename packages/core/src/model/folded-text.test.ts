import { expect, test } from 'vitest';
import { folded } from './folded-text.js';

test('a text is composed, then in lower case', () => {
  expect(folded('E\u0301CLAIR')).toBe('\u00e9clair');
});

test('a long text is composed piece by piece: 500,000 marks take no minutes', () => {
  const marks = '\u0301\u0316'.repeat(250_000);
  expect(folded(`E${marks}`)).toHaveLength(marks.length);
  expect(folded(`${'x'.repeat(2_000)}E\u0301`)).toBe(`${'x'.repeat(2_000)}\u00e9`);
});
