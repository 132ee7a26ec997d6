import { createExchange, type HandlerOptions } from './exchange.js';
import type { Bytes, LoginPorts, Ports } from './ports.js';
import type { ReadBytes, Reply } from './wire/exchanged.js';
import { internalError } from './wire/respond.js';

/** A web-standard request handler. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Reads a body as long as it stays within `bytesMax`. A server takes no more bytes off a connection
 * than Content-Length announced; without one, what arrives decides.
 */
const readBody = async (request: Request, bytesMax: number): Promise<ReadBytes> => {
  if (request.bodyUsed) {
    throw new TypeError('The body was read before the handler got the request: give it a clone.');
  }
  const announced = request.headers.get('Content-Length');
  if (Number(announced) > bytesMax) return { status: 'tooLarge' };
  try {
    // In one piece, which servers do at a fraction of the cost of a stream.
    if (announced !== null || request.body === null) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length > bytesMax ? { status: 'tooLarge' } : { status: 'read', bytes };
    }
    const chunks: Bytes[] = [];
    let length = 0;
    for await (const chunk of request.body as unknown as AsyncIterable<Bytes>) {
      length += chunk.length;
      if (length > bytesMax) return { status: 'tooLarge' };
      chunks.push(chunk);
    }
    return { status: 'read', bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
  } catch {
    return { status: 'brokenOff' };
  }
};

const responseOf = ({ status, headers, body, sent }: Reply): Response => {
  sent?.();
  return new Response(body, { status, headers });
};

/**
 * The four endpoints (section 4) over the given ports as a web-standard request handler.
 *
 * @throws TypeError when an option is wrong
 */
export const createHandler = (
  ports: Ports | LoginPorts<Request>,
  options: HandlerOptions = {},
): Handler => {
  const exchange = createExchange(ports, options);
  return async (request) => {
    const reply = await exchange({
      method: request.method,
      address: request.url,
      source: request,
      header: (name) => request.headers.get(name),
      body: (bytesMax) => readBody(request, bytesMax),
      isGone: () => request.signal.aborted,
    });
    try {
      return responseOf(reply);
    } catch (error) {
      // A header of a port that no header can be.
      exchange.onError?.(error);
      return responseOf(internalError);
    }
  };
};
