import { createReadStream, type ReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { Compression, SourceFile } from './source-files.js';
import { insistOnWholeZstd } from './whole-files.js';

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
