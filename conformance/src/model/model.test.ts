import { describe, expect, test } from 'vitest';
import { redactedBody } from '../history/redact.js';
import { settingsOf } from './configuration.js';
import { keyVariable } from './curl.js';
import { parseJson } from './json.js';
import { agreementOn, containsByAny } from './search.js';

/** A list of so many objects: with the list itself one value more. */
const listed = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;

describe('what is kept of an answer', () => {
  test('of metrics and roster at most 50,000 values; boards and users may have more', () => {
    for (const endpoint of ['metrics', 'roster'] as const) {
      expect(parseJson(listed(49_999), endpoint)).toHaveLength(49_999);
      expect(parseJson(listed(50_000), endpoint)).toBeUndefined();
    }
    expect(parseJson(listed(250_000), 'other')).toHaveLength(250_000);
  });

  test.each([null, 'salt'])('the start of a body that is no JSON, with salt %j', (salt) => {
    expect(redactedBody('x'.repeat(10_000), undefined, salt)).toBe('x'.repeat(2_000));
  });
});

test('a setting that is undefined or null is left out, and only settings are taken', () => {
  const defaults = settingsOf({});
  const none = { seed: undefined, only: null, pinned: null, toString: 5 } as never;
  expect(settingsOf(none)).toEqual(defaults);
  expect(settingsOf({ seed: 3, frozen: false })).toEqual({ ...defaults, seed: 3 });
});

test('each key has a variable of the shell', () => {
  expect((['main', 'teacher', 'notEnrolled'] as const).map(keyVariable)).toEqual([
    '$TALLYBOARD_API_KEY',
    '$TALLYBOARD_API_KEY_TEACHER',
    '$TALLYBOARD_API_KEY_NOT_ENROLLED',
  ]);
});

describe('readings of a search', () => {
  const rows = ['Łukasz Sørensen', 'Đorđe Ħaxiaq', 'Weiß Æsop'].map((name) => ({
    name,
    email: '',
  }));

  test.each(['l', 'so', 'd', 'ha', 'ss', 'ae'])(
    'differ in whether %j is in letters that some take for plain ones',
    (q) => {
      expect(agreementOn(rows)(q)).toBe(false);
      expect(rows.some(({ name }) => containsByAny(name, q))).toBe(true);
    },
  );

  test.each(['rensen', 'kas', 'zz'])('agree on %j', (q) => {
    expect(agreementOn(rows)(q)).toBe(true);
  });
});
