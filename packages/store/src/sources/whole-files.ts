import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/*
 * Whether a compressed file is what its writer wrote. DuckDB reads what is there: it takes a file that breaks off
 * between two lines for a whole one, and compares no checksum of gzip.
 */

const lineFeed = 0x0a;

/** Bytes of lines: those of a file, and a line feed for a last line that has none. */
const withLineFeed = (bytesCount: number, last: number | undefined): number =>
  bytesCount + (last === undefined || last === lineFeed ? 0 : 1);

/** The bytes of the lines of a plain file. */
export const plainLength = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    return withLineFeed(size, bytesRead === 0 ? undefined : buffer[0]);
  } finally {
    await file.close();
  }
};

/** Unpacks a gzip file; gives the bytes of its lines, or rejects with what is wrong with it. */
export const gzipLength = async (path: string): Promise<number> => {
  let bytesCount = 0;
  let last: number | undefined;
  await pipeline(
    createReadStream(path),
    createGunzip({ chunkSize: 2 ** 18 }),
    new Writable({
      write: (chunk: Buffer, _coding, done) => {
        bytesCount += chunk.length;
        last = chunk.at(-1) ?? last;
        done();
      },
    }),
  );
  return withLineFeed(bytesCount, last);
};

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

/** Walks over the frames of a zstd file, which need not say how long it is; rejects with what is wrong with it. */
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
