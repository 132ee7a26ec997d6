import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { Compression, SourceFile } from './find.js';

const chunkBytes = 2 ** 16;

/** Unpacks zstd, which zlib of the oldest supported Node does not know. Throws where it breaks off. */
async function* unzstd(source: ReadStream): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unpacker = new Decompress((chunk) => ready.push(chunk));
  for await (const chunk of source) {
    unpacker.push(chunk as Uint8Array);
    yield* ready;
    ready = [];
  }
  unpacker.push(new Uint8Array(0), true);
  yield* ready;
}

/** From a file that is being read to its bytes as they were before compression. */
type Unpacking = (source: ReadStream) => AsyncIterable<Uint8Array>;

const unpackings: Readonly<Record<Compression, Unpacking>> = {
  uncompressed: (source) => source,
  gzip: (source) => {
    const unpacked = createGunzip({ chunkSize: chunkBytes });
    source.on('error', (error) => unpacked.destroy(error));
    return source.pipe(unpacked);
  },
  zstd: unzstd,
};

/**
 * The bytes of a file as they were before compression.
 *
 * @param onBytes - gets the bytes of the file itself that have been read
 * @param start - the first byte of the file to read
 */
export async function* byteStream(
  { path, compression }: SourceFile,
  onBytes?: (bytes: number) => void,
  start = 0,
): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: chunkBytes, start });
  try {
    for await (const chunk of unpackings[compression](source)) {
      yield chunk;
      onBytes?.(source.bytesRead);
    }
  } finally {
    source.destroy();
  }
}

const lineFeed = 0x0a;

/**
 * The bytes of the lines of a file, a line feed for a last line that has none included. Rejects where a compressed file is not what
 * its writer wrote: DuckDB takes one that breaks off between two lines for a whole one, and compares no checksum of gzip.
 */
export const lengthOfLines = async (file: SourceFile): Promise<number> => {
  // Of a plain file the last byte is enough.
  const start =
    file.compression === 'uncompressed' ? Math.max(0, (await stat(file.path)).size - 1) : 0;
  let [bytesCount, last] = [start, lineFeed];
  for await (const chunk of byteStream(file, undefined, start)) {
    bytesCount += chunk.length;
    last = chunk.at(-1) ?? last;
  }
  return bytesCount + (last === lineFeed ? 0 : 1);
};
