import type { Header } from '../model/request.js';
import { answerOf } from './decoded.js';
import { broken, type Received, type Transport } from './transport.js';

/** A service in this process: what web-standard frameworks export. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

const encoder = new TextEncoder();

const readUpTo = async (response: Response, bytesMax: number): Promise<Buffer | null> => {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
};

const receivedOf = async (response: Response, bytesMax: number): Promise<Received> => {
  const body = await readUpTo(response, bytesMax);
  if (body === null) return broken('tooLarge', `more than ${bytesMax} bytes`);
  const headers: Header[] = [...response.headers.entries()];
  return answerOf(response.status, headers, body, bytesMax);
};

const timeLimit = (timeoutMs: number): { readonly promise: Promise<Received>; end: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<Received>((resolve) => {
    timer = setTimeout(() => resolve(broken('timeout', `${timeoutMs} ms`)), timeoutMs);
  });
  return { promise, end: () => clearTimeout(timer) };
};

/** Hands requests to a handler in this process; no socket, no header that is not listed. */
export const fetchTransport =
  (handler: FetchHandler): Transport =>
  async (outgoing) => {
    const limit = timeLimit(outgoing.timeoutMs);
    const answer = async (): Promise<Received> => {
      try {
        const request = new Request(outgoing.url, {
          method: outgoing.method,
          headers: outgoing.headers.map(([name, value]): [string, string] => [name, value]),
          // Bytes, since a string would bring a Content-Type along.
          ...(outgoing.body === null ? {} : { body: encoder.encode(outgoing.body) }),
        });
        return await receivedOf(await handler(request), outgoing.bytesMax);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return broken('reset', `the handler threw: ${detail}`);
      }
    };
    try {
      return await Promise.race([answer(), limit.promise]);
    } finally {
      limit.end();
    }
  };
