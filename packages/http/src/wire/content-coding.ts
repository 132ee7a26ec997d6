import { after } from '../awaitable.js';
import type { Awaitable, Bytes, Compressor } from '../ports.js';
import type { Reply } from './exchanged.js';
import { readList } from './list-header.js';

/** The coding that every web-standard runtime knows. */
export const gzip: Compressor = {
  coding: 'gzip',
  compress: async (bytes: Bytes): Promise<Bytes> => {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};

/**
 * The coding that a client likes best, ours first among equals; `null` when it asks for none, or would
 * rather have none.
 */
const chooseCompressor = (
  acceptEncoding: string | null,
  compressors: readonly Compressor[],
): Compressor | null => {
  if (acceptEncoding === null) return null;
  const weights = new Map(readList(acceptEncoding).map(({ value, q }) => [value, q]));
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Compressor | null = null;
  for (const compressor of compressors) {
    const weight = weightOf(compressor.coding);
    if (weight > (best === null ? 0 : weightOf(best.coding))) best = compressor;
  }
  return best !== null && weightOf(best.coding) >= (weights.get('identity') ?? 0) ? best : null;
};

const encoder = new TextEncoder();

/** Codes a reply as its request asks for; a HEAD gets the headers only. */
export const codeFor = (
  acceptEncoding: string | null,
  isHead: boolean,
  reply: Reply,
  compressors: readonly Compressor[],
): Awaitable<Reply> => {
  const { status, headers, body } = reply;
  if (body === null) return reply;
  const compressor = chooseCompressor(acceptEncoding, compressors);
  if (compressor === null) return isHead ? { status, headers, body: null } : reply;
  const coded = { ...headers, 'Content-Encoding': compressor.coding };
  if (isHead) return { status, headers: coded, body: null };
  // A compressor may use up what it gets, and these bytes may be sent again.
  const bytes = typeof body === 'string' ? encoder.encode(body) : body.slice();
  return after(compressor.compress(bytes), (made) => ({ status, headers: coded, body: made }));
};
