import type { Bytes } from '../ports.js';

/** A body, or why there is none. */
export type ReadBytes =
  | { readonly status: 'read'; readonly bytes: Bytes }
  | { readonly status: 'tooLarge' }
  | { readonly status: 'brokenOff' };

const join = (chunks: readonly Uint8Array[], length: number): Bytes => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/** Reads a body as long as it stays within `bytesMax`, by what arrives and not by what was announced. */
export const readBytes = async (request: Request, bytesMax: number): Promise<ReadBytes> => {
  if (Number(request.headers.get('Content-Length')) > bytesMax) return { status: 'tooLarge' };
  if (request.body === null) return { status: 'read', bytes: join([], 0) };
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
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
  return { status: 'read', bytes: join(chunks, length) };
};
