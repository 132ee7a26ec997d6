import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerOf } from './decoded.js';

const text = '{"data":{}}';
const plain = Buffer.from(text);

const received = (encoding: string, bytes: Buffer, bytesMax = 1000) =>
  answerOf(200, [['content-Encoding', encoding]], bytes, bytesMax);

describe('a body is read as its Content-Encoding says', () => {
  test.each([
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    ['', plain],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ])('%s', (encoding, bytes) => {
    expect(received(encoding, bytes)).toMatchObject({ kind: 'answer', body: text, bodyBytes: 11 });
  });

  test.each([
    ['gzip', plain, 'incorrect header check'],
    ['zstd', plain, 'does not know this encoding'],
    ['constructor', plain, 'does not know this encoding'],
  ])('what is not %s is malformed', (encoding, bytes, why) => {
    const broken = received(encoding, bytes);
    expect(broken).toMatchObject({ kind: 'broken', problem: 'malformed' });
    expect(JSON.stringify(broken)).toContain(`Content-Encoding: ${encoding}: `);
    expect(JSON.stringify(broken)).toContain(why);
  });

  test('a body in 4 encodings is malformed, and not undone', () => {
    expect(received('gzip, br, gzip, gzip', plain)).toMatchObject({
      kind: 'broken',
      problem: 'malformed',
      detail: 'Content-Encoding names 4 encodings, at most 3 are undone',
    });
  });

  test('a small body that unfolds to a large one is given up', () => {
    expect(received('gzip', gzipSync(Buffer.alloc(100_000)))).toEqual({
      kind: 'broken',
      problem: 'tooLarge',
      detail: 'more than 1000 bytes',
    });
  });
});
