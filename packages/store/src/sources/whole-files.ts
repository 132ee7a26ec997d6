import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/*
 * Whether a compressed file ends where its writer meant it to. DuckDB reads what is there and takes a
 * file that breaks off between two lines for a whole one.
 */

/** Bytes of a gzip file when unpacked, modulo 2^32, if it is one member. */
export const gzipLength = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4));
    return buffer.readUInt32LE();
  } finally {
    await file.close();
  }
};

/** Unpacks a gzip file to nowhere; rejects with what is wrong with it. */
export const insistOnWholeGzip = (path: string): Promise<void> =>
  pipeline(
    createReadStream(path),
    createGunzip({ chunkSize: 2 ** 18 }),
    new Writable({ write: (_chunk, _coding, done) => done() }),
  );

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const dictionaryBytes = [0, 1, 2, 4] as const;
const sizeBytes = [0, 2, 4, 8] as const;

/** Where the frame at a position ends, from its headers alone. */
const frameEnd = async (file: FileHandle, start: number): Promise<number> => {
  const bytesAt = async (position: number, count: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, position);
    if (bytesRead < count) throw new Error('unexpected end of file');
    return buffer;
  };
  const magic = (await bytesAt(start, 4)).readUInt32LE();
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
    return start + 8 + (await bytesAt(start + 4, 4)).readUInt32LE();
  }
  if (magic !== frameMagic) throw new Error('not a zstd file');
  const descriptor = (await bytesAt(start + 4, 1))[0]!;
  const single = (descriptor & 0x20) !== 0;
  const size = sizeBytes[(descriptor >> 6) as 0 | 1 | 2 | 3] || (single ? 1 : 0);
  let position =
    start + 5 + (single ? 0 : 1) + dictionaryBytes[(descriptor & 3) as 0 | 1 | 2 | 3] + size;
  for (;;) {
    const header = (await bytesAt(position, 3)).readUIntLE(0, 3);
    const repeated = ((header >> 1) & 3) === 1;
    position += 3 + (repeated ? 1 : header >> 3);
    if ((header & 1) === 1) return position + ((descriptor & 4) === 0 ? 0 : 4);
  }
};

/** Walks over the frames of a zstd file; rejects with what is wrong with it. */
export const insistOnWholeZstd = async (path: string): Promise<void> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let position = 0;
    while (position < size) position = await frameEnd(file, position);
    if (position > size) throw new Error('unexpected end of file');
  } finally {
    await file.close();
  }
};
