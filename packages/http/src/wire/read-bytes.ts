import type { Bytes } from '../ports.js';
import type { ReadBytes } from './exchanged.js';

/** Pieces of a body as one. */
export const joinBytes = (chunks: readonly Bytes[], length: number): Bytes => {
  const [first] = chunks;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/** Reads a body in one piece, which servers do at a fraction of the cost of a stream. */
const readWhole = async (request: Request, bytesMax: number): Promise<ReadBytes> => {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > bytesMax ? { status: 'tooLarge' } : { status: 'read', bytes };
  } catch {
    return { status: 'brokenOff' };
  }
};

/**
 * Reads a body as long as it stays within `bytesMax`. A server takes no more bytes off a connection
 * than Content-Length announced; without one, what arrives decides.
 */
export const readBytes = async (request: Request, bytesMax: number): Promise<ReadBytes> => {
  if (request.bodyUsed) {
    throw new TypeError('The body was read before the handler got the request: give it a clone.');
  }
  const announced = request.headers.get('Content-Length');
  if (announced !== null) {
    return Number(announced) > bytesMax ? { status: 'tooLarge' } : readWhole(request, bytesMax);
  }
  if (request.body === null) return { status: 'read', bytes: joinBytes([], 0) };
  const reader = (request.body as ReadableStream<Bytes>).getReader();
  const chunks: Bytes[] = [];
  let length = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.length;
      if (length > bytesMax) {
        void reader.cancel().catch(() => undefined);
        return { status: 'tooLarge' };
      }
      chunks.push(chunk.value);
    }
  } catch {
    return { status: 'brokenOff' };
  }
  return { status: 'read', bytes: joinBytes(chunks, length) };
};
