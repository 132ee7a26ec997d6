import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { Compression, SourceFile } from './find.js';

const chunkBytes = 2 ** 18;

/** Unpacks zstd, which zlib of the oldest supported Node does not know. */
async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unpacker = new Decompress((chunk) => ready.push(chunk));
  for await (const chunk of chunks) {
    unpacker.push(chunk);
    yield* ready;
    ready = [];
  }
}

/** From a file that is being read to its bytes as they were before compression. */
type Unpacking = (source: ReadStream, path: string) => AsyncIterable<Uint8Array>;

const unpackings: Readonly<Record<Compression, Unpacking>> = {
  plain: (source) => source,
  gzip: (source) => {
    const unpacked = createGunzip({ chunkSize: chunkBytes });
    source.on('error', (error) => unpacked.destroy(error));
    return source.pipe(unpacked);
  },
  zstd: async function* (source, path) {
    await insistOnWholeZstd(path);
    yield* unzstd(source);
  },
};

/**
 * The bytes of a file as they were before compression.
 *
 * @param onBytes - gets the bytes of the file itself that have been read
 */
export async function* byteStream(
  { path, compression }: SourceFile,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: chunkBytes });
  try {
    for await (const chunk of unpackings[compression](source, path)) {
      yield chunk;
      onBytes?.(source.bytesRead);
    }
  } finally {
    source.destroy();
  }
}

/*
 * Whether a compressed file is what its writer wrote. DuckDB reads what is there: it takes a file that breaks off
 * between two lines for a whole one, and compares no checksum of gzip.
 */

const lineFeed = 0x0a;

/** Bytes of lines: those of a file, and a line feed for a last line that has none. */
const withLineFeed = (bytesCount: number, last: number | undefined): number =>
  bytesCount + (last === undefined || last === lineFeed ? 0 : 1);

/** The bytes of the lines of a plain file. */
const plainLength = async ({ path }: SourceFile): Promise<number> => {
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
const gzipLength = async (file: SourceFile): Promise<number> => {
  let bytesCount = 0;
  let last: number | undefined;
  for await (const chunk of byteStream(file)) {
    bytesCount += chunk.length;
    last = chunk.at(-1) ?? last;
  }
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
const insistOnWholeZstd = async (path: string): Promise<void> => {
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

/** The bytes of the lines of a file that is whole; `NaN` where it does not say. Rejects where it is not. */
export const lengthOfLines = (file: SourceFile): Promise<number> =>
  ({
    plain: plainLength,
    gzip: gzipLength,
    zstd: ({ path }: SourceFile) => insistOnWholeZstd(path).then(() => Number.NaN),
  })[file.compression](file);
