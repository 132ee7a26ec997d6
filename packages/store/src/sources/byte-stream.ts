import { createReadStream } from 'node:fs';
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

type Unpacking = (path: string) => AsyncIterable<Uint8Array>;

const plain: Unpacking = (path) => createReadStream(path, { highWaterMark: chunkBytes });

const unpackings: Readonly<Record<Compression, Unpacking>> = {
  plain,
  gzip: (path) => {
    const source = createReadStream(path, { highWaterMark: chunkBytes });
    const unpacked = createGunzip({ chunkSize: chunkBytes });
    source.on('error', (error) => unpacked.destroy(error));
    return source.pipe(unpacked);
  },
  zstd: async function* (path) {
    await insistOnWholeZstd(path);
    yield* unzstd(plain(path));
  },
};

/** The bytes of a file as they were before compression. */
export const byteStream = ({ path, compression }: SourceFile): AsyncIterable<Uint8Array> =>
  unpackings[compression](path);
