import { receive } from './decoded.js';
import { broken, type Received, type Transport } from './transport.js';

/** A service in this process: what web-standard frameworks export. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

const encoder = new TextEncoder();

/** Hands requests to a handler in this process; no socket, no header that is not listed. */
export const fetchTransport =
  (handler: FetchHandler): Transport =>
  (outgoing) => {
    const { timeoutMs } = outgoing;
    const answer = async (): Promise<Received> => {
      const request = new Request(outgoing.url, {
        method: outgoing.method,
        headers: outgoing.headers.map(([name, value]): [string, string] => [name, value]),
        // Bytes, since a string would bring a Content-Type along.
        ...(outgoing.body === null ? {} : { body: encoder.encode(outgoing.body) }),
      });
      const { status, headers, body } = await handler(request);
      return receive(status, [...headers.entries()], body, outgoing.bytesMax);
    };
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(broken('timeout', `${timeoutMs} ms`)), timeoutMs);
      void answer()
        .catch((error: unknown) => {
          const detail = error instanceof Error ? error.message : String(error);
          return broken('reset', `the handler threw: ${detail}`);
        })
        .then((received) => {
          clearTimeout(timer);
          resolve(received);
        });
    });
  };
