import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './decode-utf8.js';

const platform = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byPlatform = (bytes: Uint8Array): string | null => {
  try {
    return platform.decode(bytes);
  } catch {
    return null;
  }
};

/** Bytes at every edge of what may begin a sequence, and of what may follow. */
const leads = [
  0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1,
  0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff,
];
const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];

describe('UTF-8', () => {
  it('is decoded, or refused, as the platform does it: at every edge', () => {
    for (const lead of leads) {
      for (const second of edges) {
        for (const third of edges) {
          for (const sent of [[lead], [lead, second, third], [lead, second, third, 0xbf]]) {
            const bytes = Uint8Array.from(sent);
            const expected = byPlatform(bytes);
            if (decodeUtf8(bytes) !== expected) expect.fail(`${String(bytes)}: ${expected}`);
          }
        }
      }
    }
  });

  it.each(['a', 'é', '😀'])('is decoded at any length: many times %s', (character) => {
    for (const length of [4095, 4096, 4097, 8192, 1_000_000]) {
      const text = `${character.repeat(length)}.`;
      expect(decodeUtf8(new TextEncoder().encode(text)) === text, `of ${length}`).toBe(true);
    }
  });
});
