import { describe, expect, it } from 'vitest';
import { isAccepted } from '../model/checked.js';
import { readBody } from './4.1.12-well-formed-json.js';
import { refusedBody } from './requests.test-kit.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const isRefused = (bytes: Uint8Array): boolean => {
  const read = readBody(bytes);
  return (
    !isAccepted(read) &&
    read.left[0].rule === '4.1.12' &&
    read.left[0].violation === 'malformedJson'
  );
};

describe('4.1.12: the body is JSON in UTF-8', () => {
  it('reads JSON', () => {
    expect(readBody(bytesOf('{"a":["\u00e9\u4e2d\ud83d\ude00",1]}'))).toMatchObject({
      right: { a: ['é中😀', 1] },
    });
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", 'undefined', '\ufeff{}', '{}x', '[1] [2]'])(
    'refuses %j',
    (text) => {
      expect(isRefused(bytesOf(text))).toBe(true);
    },
  );

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a cut sequence', [0x22, 0xe4, 0xb8, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point too high', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses %s', (_, bytes) => {
    expect(isRefused(Uint8Array.from(bytes))).toBe(true);
  });

  it('keeps the last of repeated keys, and __proto__ as an ordinary field', () => {
    const read = readBody(
      bytesOf('{"__proto__":{"x":1},"metrics":1,"metrics":[{"name":"postCount"}]}'),
    );
    expect(isAccepted(read) && refusedBody(read.right)).toEqual(['unknownField /__proto__']);
  });

  it.each([[[]], ['x'], [null], [7]])('takes %j for JSON that is not a request', (body) => {
    expect(refusedBody(body)).toEqual(['notAnObject ']);
  });
});
