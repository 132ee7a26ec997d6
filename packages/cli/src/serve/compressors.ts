import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Bytes, Compressor } from '@tallyboard/http';

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

// A fast level: most answers are made for one request.
const brotliParameters = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const exactly = (buffer: Buffer): Bytes => new Uint8Array(buffer);

/** What Node can code answers with, off the event loop; smaller first. */
export const compressors: readonly Compressor[] = [
  {
    coding: 'br',
    compress: async (bytes) => exactly(await brotliBytes(bytes, { params: brotliParameters })),
  },
  { coding: 'gzip', compress: async (bytes) => exactly(await gzipBytes(bytes, { level: 4 })) },
];
