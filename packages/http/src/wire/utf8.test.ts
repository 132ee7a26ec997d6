import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './utf8.js';

describe('4.1.12: bytes of a body', () => {
  it.each([
    ['a lone continuation byte', [0x80]],
    ['a cut sequence', [0x22, 0xe4, 0xb8, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point too high', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('are not UTF-8: %s', (_case, bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull();
  });

  it('keep a byte order mark, which is not JSON', () => {
    for (const text of ['\ufeff{}', '', '{"a":"é中😀"}']) {
      expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
    }
  });
});
