import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { Header } from '../model/request.js';
import { broken, type Received } from './transport.js';

const decoders: Readonly<Record<string, (body: Buffer, options: ZlibOptions) => Buffer>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const encodingsOf = (headers: readonly Header[]): readonly string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');

/** The answer of a body that comes in pieces; one that is left before its end is canceled. */
export const receive = async (
  status: number,
  headers: readonly Header[],
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Received> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) return broken('tooLarge', `more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } catch {
    return broken('truncated', `the answer broke off after ${bytes} bytes`);
  }
  return answerOf(status, headers, Buffer.concat(chunks), bytesMax);
};

/** Each encoding may unfold a body to its full size; services use one, and a proxy adds another. */
const codingsMax = 3;

/**
 * An answer of the bytes that came. Who sends no Accept-Encoding takes any encoding (RFC 9110,
 * 12.5.3), so a body that is compressed unasked is no fault; one that is not what it claims is.
 */
export const answerOf = (
  status: number,
  headers: readonly Header[],
  bytes: Buffer,
  bytesMax: number,
): Received => {
  const encodings = encodingsOf(headers);
  if (encodings.length > codingsMax) {
    const detail = `Content-Encoding names ${encodings.length} encodings, at most ${codingsMax} are undone`;
    return broken('malformed', detail);
  }
  try {
    const body = encodings.reduceRight<Buffer>((encoded, encoding) => {
      const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
      if (decode === undefined) throw new Error('the suite does not know this encoding');
      return decode(encoded, { maxOutputLength: bytesMax });
    }, bytes);
    return { kind: 'answer', status, headers, body: body.toString('utf8'), bodyBytes: body.length };
  } catch (error) {
    if (error instanceof RangeError) return broken('tooLarge', `more than ${bytesMax} bytes`);
    const detail = `Content-Encoding: ${encodings.join(', ')}: ${error instanceof Error ? error.message : String(error)}`;
    return broken('malformed', detail);
  }
};
