import { createExchange, type HandlerOptions } from './exchange.js';
import type { LoginPorts, Ports } from './ports.js';
import type { Exchange, Reply } from './wire/exchanged.js';
import { readBytes } from './wire/read-bytes.js';
import { internalError } from './wire/respond.js';

/** A web-standard request handler. */
export type Handler = (request: Request) => Promise<Response>;

const responseOf = ({ status, headers, body, sent }: Reply): Response => {
  sent?.();
  return new Response(body, { status, headers });
};

/** Carries web-standard requests and responses. */
export const webCarrier =
  (exchange: Exchange): Handler =>
  async (request) => {
    const reply = await exchange({
      method: request.method,
      address: request.url,
      source: request,
      header: (name) => request.headers.get(name),
      body: (bytesMax) => readBytes(request, bytesMax),
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

/** Handlers look like exchanges: `nodeCarrier` says which of the two it takes. */
export const handlers = new WeakSet<object>();

/**
 * The four endpoints (section 4) over the given ports as a web-standard request handler.
 *
 * @throws TypeError when a function of a port is missing, or an option is wrong
 */
export const createHandler = (
  ports: Ports | LoginPorts<Request>,
  options: HandlerOptions = {},
): Handler => {
  const handler = webCarrier(createExchange(ports, options));
  handlers.add(handler);
  return handler;
};
