import { webCarrier } from './carriers/web.js';
import { createExchange, type HandlerOptions } from './create-exchange.js';
import type { Ports } from './ports.js';

/** A web-standard request handler. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * The four endpoints (section 4) over the given ports as a web-standard request handler.
 *
 * @throws TypeError when a port or an option is none
 */
export const createHandler = (ports: Ports, options: HandlerOptions = {}): Handler =>
  webCarrier(createExchange(ports, options));
