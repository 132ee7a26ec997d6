import type { Bytes, Compressor } from '../ports.js';
import type { IncomingRequest, Reply } from './exchanged.js';

/** One element of a header that holds a list of weighted values (RFC 9110, 12.4.2). */
interface Weighted {
  /** In lower case, without parameters. */
  readonly value: string;
  /** Between 0 and 1; 0 when it was malformed. */
  readonly q: number;
}

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Parts between commas, or semicolons, that are not within quoted strings. */
const [elements, parameters] = [/(?:"(?:\\.|[^"\\])*"?|[^",])+/g, /(?:"(?:\\.|[^"\\])*"?|[^";])+/g];

const split = (text: string, parts: RegExp): readonly string[] =>
  (text.match(parts) ?? []).map((part) => part.trim());

const weightOf = (all: readonly string[]): number => {
  const q = all.find((parameter) => /^q\s*(?:=|$)/i.test(parameter));
  if (q === undefined) return 1;
  const text = q.slice(q.indexOf('=') + 1).trim();
  return qvalue.test(text) ? Number(text) : 0;
};

/** Reads such a header. Parameters other than q are ignored, and so are elements with nothing in them. */
const readList = (header: string): readonly Weighted[] =>
  split(header, elements).flatMap((element) => {
    const [value = '', ...others] = split(element, parameters);
    return value === '' ? [] : [{ value: value.toLowerCase(), q: weightOf(others) }];
  });

/** The media type of every body that the service sends, always without parameters (1.7). */
export const jsonApi = 'application/vnd.api+json';

/** The media type of every body that it reads (section 4). */
export const json = 'application/json';

/** Whether `Accept` lets one of the types be served (section 4); without entries it lets everything. */
export const accepts = (header: string | null, types: readonly string[]): boolean => {
  // What nearly every client sends.
  if (header === null || header === jsonApi) return true;
  const ranges = ['*/*', ...types, ...types.map((type) => `${type.split('/')[0] ?? ''}/*`)];
  // A header may hold 15,000 entries: they are read only if one of them can be a range that counts.
  const lower = header.toLowerCase();
  if (!ranges.some((range) => lower.includes(range))) return /^[\s,]*$/.test(header);
  const entries = readList(header);
  return entries.length === 0 || entries.some(({ value, q }) => q > 0 && ranges.includes(value));
};

/** Whether `Content-Type` names JSON, whatever its parameters (section 4). */
export const isJson = (header: string | null): boolean =>
  // What nearly every client sends.
  header === json || header?.split(';')[0]?.trim().toLowerCase() === json;

/** Whether the bytes of a body are the body itself: `Content-Encoding` names no coding. */
export const isUncoded = (header: string | null): boolean =>
  ['', 'identity'].includes(header?.trim().toLowerCase() ?? '');

/** The coding that every web-standard runtime has. */
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
  const weightOf = ({ coding }: Compressor): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = compressors.toSorted((a, b) => weightOf(b) - weightOf(a));
  const least = weights.get('identity') ?? Number.MIN_VALUE;
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= least ? best : null;
};

/** Whether a body is a stream. Naming their class would load all of Node's streams of the web. */
export const isStream = (body: Reply['body']): body is ReadableStream<Bytes> =>
  typeof body === 'object' && body !== null && 'getReader' in body;

const encoder = new TextEncoder();

/** Codes replies as their requests ask for; a HEAD gets the headers only. */
export const codingWith = (
  compressors: readonly Compressor[],
  onError: (error: unknown) => void = () => undefined,
) => {
  // The one coding that every runtime has for streams.
  const ofStreams = compressors.filter(
    ({ coding }) => coding === gzip.coding && 'CompressionStream' in globalThis,
  );
  return async (
    { method, header }: Pick<IncomingRequest, 'method' | 'header'>,
    reply: Reply,
  ): Promise<Reply> => {
    const { body } = reply;
    if (body === null) return reply;
    const streams = isStream(body);
    const compressor = bestFor(header('accept-encoding'), streams ? ofStreams : compressors);
    const headers = compressor && { ...reply.headers, 'Content-Encoding': compressor.coding };
    const coded = headers === null ? reply : { ...reply, headers };
    if (method === 'HEAD') {
      if (streams) void body.cancel();
      return { ...coded, body: null };
    }
    if (compressor === null) return reply;
    if (streams) return { ...coded, body: body.pipeThrough(new CompressionStream('gzip')) };
    try {
      const bytes = typeof body === 'string' ? encoder.encode(body) : body;
      return { ...coded, body: await compressor.compress(bytes) };
    } catch (error) {
      // An answer that cannot be coded is sent as it is.
      onError(error);
      return reply;
    }
  };
};
