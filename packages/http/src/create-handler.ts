import { errorAnswer, webAddresses } from '@tallyboard/core';
import { Hono } from 'hono';
import type { Adapter, AdapterEnv } from './adapter.js';
import type { Ports } from './ports.js';
import { type Route, routes } from './routes.js';
import { Unavailable } from './unavailable.js';
import { codeFor, gzip } from './wire/content-coding.js';
import { preflightHeaders } from './wire/fixed-headers.js';
import { canonicalPath } from './wire/path.js';
import { notFound, toResponse } from './wire/respond.js';

/** What an operator may choose. */
export interface HandlerOptions {
  /** The address under which boards are found on the web; their last segment is the board's id. */
  readonly boardsAddress?: string;
  /** How long to wait for a computation before answering 202, in milliseconds. */
  readonly waitMs?: number;
  /** What `Retry-After` says on a 202. */
  readonly retryAfterSeconds?: number;
}

/** A web-standard request handler. */
export type Handler = (request: Request) => Promise<Response>;

const internalError = errorAnswer(
  'internalError',
  'Something went wrong here. The request may be repeated.',
);

const awayAnswer = ({ retryAfterSeconds }: Unavailable) => ({
  ...errorAnswer(
    'serviceUnavailable',
    'A part that this answer depends on cannot be reached. The request may be repeated.',
  ),
  retryAfterSeconds,
});

/** The methods of a route as `Allow` lists them. */
const methodsOf = ({ method }: Route): string =>
  method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`;

const addRoute = (app: Hono<AdapterEnv>, route: Route, adapter: Adapter): void => {
  const methods = methodsOf(route);
  const notAllowed = errorAnswer('methodNotAllowed', `Send ${methods}.`);
  app.on(route.method, [route.path], ...route.steps.map((stepOf) => stepOf(adapter)));
  app.options(
    route.path,
    () => new Response(null, { status: 204, headers: preflightHeaders(methods) }),
  );
  app.all(route.path, () => toResponse(notAllowed, { Allow: methods }));
};

/**
 * Makes the handler of the four endpoints (section 4) over the given ports. It holds no state of its
 * own: any number of handlers may serve the same ports.
 */
export const createHandler = (ports: Ports, options: HandlerOptions = {}): Handler => {
  const adapter: Adapter = {
    ports,
    addresses: webAddresses(options.boardsAddress ?? 'https://boards.tallyboard.example'),
    waitMs: options.waitMs ?? 200,
    retryAfterSeconds: options.retryAfterSeconds ?? 1,
  };
  const app = new Hono<AdapterEnv>({ getPath: (request) => canonicalPath(request.url) });
  for (const route of routes) addRoute(app, route, adapter);
  app.notFound(() => toResponse(notFound));
  // Whatever is thrown, an Error or not, meets one catch below.
  app.onError((error) => {
    throw error;
  });
  const compressors = ports.compress ?? [gzip];
  return async (request) => {
    try {
      return await codeFor(request, await app.fetch(request), compressors);
    } catch (error) {
      ports.onError?.(error);
      return toResponse(error instanceof Unavailable ? awayAnswer(error) : internalError);
    }
  };
};
