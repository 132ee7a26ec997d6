import type { Awaitable } from '@tallyboard/ports';
import { after, isPromise } from '../awaitable.js';
import type { Bytes, Compressor } from '../ports.js';
import type { Reply } from './exchanged.js';
import { readList } from './media-types.js';
import { isStream } from './respond.js';

/** The coding that every web-standard runtime knows. */
export const gzip: Compressor = {
  coding: 'gzip',
  compress: async (bytes: Bytes): Promise<Bytes> => {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};

/** Longer headers, in characters, are not read: every answer may go without a coding (RFC 9110, 12.5.3). */
const lengthMax = 1_000;

/**
 * The coding that a client likes best, ours first among equals; `null` when it asks for none, or would
 * rather have none.
 */
const bestFor = (
  acceptEncoding: string | null,
  compressors: readonly Compressor[],
): Compressor | null => {
  if (acceptEncoding === null || acceptEncoding.length > lengthMax) return null;
  const weights = new Map(readList(acceptEncoding).map(({ value, q }) => [value, q]));
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Compressor | null = null;
  for (const compressor of compressors) {
    const weight = weightOf(compressor.coding);
    if (weight > (best === null ? 0 : weightOf(best.coding))) best = compressor;
  }
  return best !== null && weightOf(best.coding) >= (weights.get('identity') ?? 0) ? best : null;
};

interface Coded {
  readonly coding: string;
  readonly bytes: Bytes;
}

const encoder = new TextEncoder();

/** Codes a reply as its request asks for; a HEAD gets the headers only. */
export type CodeFor = (
  acceptEncoding: string | null,
  isHead: boolean,
  reply: Reply,
) => Awaitable<Reply>;

/**
 * Codes replies. Bodies that are bytes are sent again and again: of such a one the latest coding is
 * kept for as long as the body itself, unless it takes more room than that.
 */
export const codingWith = (
  compressors: readonly Compressor[],
  onError: (error: unknown) => void = () => undefined,
): CodeFor => {
  // The one coding that every runtime has for streams.
  const ofStreams = compressors.filter(
    ({ coding }) => coding === gzip.coding && 'CompressionStream' in globalThis,
  );
  const kept = new WeakMap<Bytes, Coded>();
  const code = (compressor: Compressor, body: string | Bytes): Awaitable<Bytes> => {
    const { coding } = compressor;
    if (typeof body === 'string') return compressor.compress(encoder.encode(body));
    const known = kept.get(body);
    if (known?.coding === coding) return known.bytes;
    // A compressor may use up what it gets.
    return after(compressor.compress(body.slice()), (bytes) => {
      if (bytes.length <= body.length) kept.set(body, { coding, bytes });
      return bytes;
    });
  };
  return (acceptEncoding, isHead, reply) => {
    const { headers, body } = reply;
    if (body === null) return reply;
    const streams = isStream(body);
    const compressor = bestFor(acceptEncoding, streams ? ofStreams : compressors);
    if (isHead && streams) void body.cancel();
    if (compressor === null) return isHead ? { ...reply, body: null } : reply;
    const coded = { ...reply, headers: { ...headers, 'Content-Encoding': compressor.coding } };
    if (isHead) return { ...coded, body: null };
    if (streams) return { ...coded, body: body.pipeThrough(new CompressionStream('gzip')) };
    // An answer that cannot be coded is sent as it is.
    const plain = (error: unknown): Reply => {
      onError(error);
      return reply;
    };
    try {
      const made = after(code(compressor, body), (bytes): Reply => ({ ...coded, body: bytes }));
      return isPromise(made) ? made.catch(plain) : made;
    } catch (error) {
      return plain(error);
    }
  };
};
