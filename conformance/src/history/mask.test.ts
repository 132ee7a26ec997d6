import { expect, test } from 'vitest';
import { maskOf } from './mask.js';

const key = 'pk.Live/a+b="c"&d-123';
const mask = maskOf([key]);

test.each([
  ['plain', `no such key: ${key}!`, 'no such key: ***!'],
  ['percent-encoded', `?key=${encodeURIComponent(key)}&x`, '?key=***&x'],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key)), '***'],
  [
    'with hexadecimal digits in lower case',
    encodeURIComponent(key).toLowerCase().replaceAll('live', 'Live'),
    '***',
  ],
  ['in JSON', JSON.stringify({ said: key }), '{"said":"***"}'],
  ['in JSON with escapes', '"pk.Live\\/a\\u002bb=\\"c\\"\\u0026d-123"', '"***"'],
  ['in HTML', 'pk.Live&#x2F;a+b=&#34;c&#34;&#38;d-123', '***'],
  ['cut off', 'Your key is pk.Live/a+b=', 'Your key is ***'],
  ['cut off with a sign', 'Your key is pk.Live/a...', 'Your key is ***...'],
])('a key is hidden %s', (_how, before, after) => {
  expect(mask(before)).toBe(after);
});

test.each([
  ['upper case', key.toUpperCase()],
  ['lower case', key.toLowerCase()],
  ['hex', Buffer.from(key).toString('hex')],
  ['HEX', Buffer.from(key).toString('hex').toUpperCase()],
  ...['', 'x', 'xy', 'xyz'].map((before): [string, string] => [
    `base64 after "${before}"`,
    Buffer.from(`${before}${key}!`).toString('base64'),
  ]),
  ['base64url', Buffer.from(key).toString('base64url')],
])('a key is hidden in %s', (_how, written) => {
  const hidden = mask(`said ${written}.`);
  expect(hidden).toContain('***');
  // At most the letters beside it that share bits with it are left.
  expect(hidden.length).toBeLessThanOrEqual('said ***.'.length + 8);
});

test('what is like a key is left', () => {
  expect(mask('pk.Live/a+b="c"&d-124')).toBe('pk.Live/a+b="c"&d-124');
  expect(mask('pk.Live is how keys begin')).toBe('pk.Live is how keys begin');
});

test('a short key is hidden as a word, not within words', () => {
  expect(maskOf(['k'])('key "k", bank')).toBe('key "***", bank');
});

test('members and their names are masked, other values left', () => {
  expect(mask({ [key]: [key, 7, null, true] })).toEqual({ '***': ['***', 7, null, true] });
});

test('of two keys the longer is hidden whole', () => {
  expect(maskOf(['abcdefgh', 'abcdefghijkl'])('abcdefghijkl')).toBe('***');
});

test('each of several keys is hidden, whatever letters they start with', () => {
  const hide = maskOf(['first-key-of-all', 'zweiter-key', 'k7']);
  expect(hide('first-key-of-all zweiter-key k7 zweite')).toBe('*** *** *** ***');
  expect(hide('&#102;irst-key-of-all')).toBe('***');
});

test('a value without a key is returned as it is', () => {
  const plain = { says: ['pk.L', { none: 7 }] };
  expect(mask(plain)).toBe(plain);
  const odd = { says: ['pk.Livery', { none: 'a 100 % sound & whole text' }] };
  expect(mask(odd)).toBe(odd);
  expect(mask({ odd, other: key })).toEqual({ odd, other: '***' });
});
