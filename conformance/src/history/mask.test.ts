import { expect, test } from 'vitest';
import { maskOf } from './mask.js';

const key = 'pk.Live/a+b="c"&d-123';
const { text, value } = maskOf([key]);

test.each([
  ['plain', `no such key: ${key}!`, 'no such key: ***!'],
  ['percent-encoded', `?key=${encodeURIComponent(key)}&x`, '?key=***&x'],
  ['in JSON', JSON.stringify({ said: key }), '{"said":"***"}'],
  ['cut off', 'Your key is pk.Live/a+b=', 'Your key is ***'],
  ['cut off with a sign', 'Your key is pk.Live/a...', 'Your key is ***...'],
  ['not where it is another', 'pk.Live/a+b="c"&d-124', 'pk.Live/a+b="c"&d-124'],
  ['not in its first letters', 'pk.Live is how keys begin', 'pk.Live is how keys begin'],
])('a key is hidden %s', (_how, before, after) => {
  expect(text(before)).toBe(after);
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
  const hidden = text(`said ${written}.`);
  expect(hidden).toContain('***');
  // At most the letters beside it that share bits with it are left.
  expect(hidden.length).toBeLessThanOrEqual('said ***.'.length + 8);
});

test('each of several keys is hidden, the longer of two whole, a short one as a word', () => {
  const { text: hide } = maskOf(['abcdefgh', 'abcdefghijkl', 'k']);
  expect(hide('abcdefghijkl abcdefgh "k" bank')).toBe('*** *** "***" bank');
  expect(maskOf([]).text('as it is')).toBe('as it is');
});

test('members and their names are masked, other values left', () => {
  expect(value({ [key]: [key, 7, null, true] })).toEqual({ '***': ['***', 7, null, true] });
});
