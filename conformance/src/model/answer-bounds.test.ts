import { describe, expect, test } from 'vitest';
import { redactedBody } from '../history/redact.js';
import { parseJson } from './json.js';

/** A list of so many objects: with the list itself one value more. */
const listed = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;

describe('what is kept of an answer', () => {
  test.each(['metrics', 'roster'] as const)('%s: at most 50,000 values', (endpoint) => {
    expect(parseJson(listed(49_999), endpoint)).toHaveLength(49_999);
    expect(parseJson(listed(50_000), endpoint)).toBeUndefined();
  });

  test('boards and users may have more', () => {
    expect(parseJson(listed(250_000), 'other')).toHaveLength(250_000);
  });

  test.each([null, 'salt'])('the start of a body that is no JSON, with salt %j', (salt) => {
    expect(redactedBody('x'.repeat(10_000), undefined, salt)).toBe('x'.repeat(2_000));
  });
});
