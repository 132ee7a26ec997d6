import type { Bytes, Compressor } from '../ports.js';
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

/** Codes a response as its request asks for; a HEAD gets the headers only. */
export const codeFor = async (
  request: Request,
  response: Response,
  compressors: readonly Compressor[],
): Promise<Response> => {
  const compressor = chooseCompressor(request.headers.get('Accept-Encoding'), compressors);
  // In this order: asking a response for its headers costs more than all else here.
  if (compressor === null || !response.headers.has('Content-Type')) return response;
  const { status } = response;
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-encoding': compressor.coding,
  };
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new Response(await compressor.compress(bytes), { status, headers });
};
