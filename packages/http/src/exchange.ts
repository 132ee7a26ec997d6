import { errorAnswer, failArgument, webAddresses } from '@tallyboard/core/engine';
import { boundedCache, Unavailable } from '@tallyboard/ports';
import { checkedPorts } from './checked-ports.js';
import { documentSender } from './documents/send-document.js';
import type { LoginPorts, Ports } from './ports.js';
import { type Route, routes } from './routes.js';
import type { Adapter, Call } from './steps.js';
import type { Exchange, IncomingRequest, Reply } from './wire/exchanged.js';
import { codingWith } from './wire/negotiation.js';
import {
  answerHeaders,
  internalError,
  notFound,
  preflightHeaders,
  replyWith,
} from './wire/respond.js';

/** What an operator may choose. */
export interface HandlerOptions {
  /** What stands before `/v1` in the path of each request, such as `/api`, where the framework leaves it there. */
  readonly prefix?: string;
  /** The address under which boards are found on the web; their last segment is the board's id. */
  readonly boardsAddress?: string;
  /** How long to wait for a computation before answering 202, in milliseconds; 200 when left out. */
  readonly waitMs?: number;
  /** Room for cached documents of metrics, in bytes: 16 MiB when left out, 0 for none. */
  readonly memoryBytes?: number;
  /** How long to wait for any other port before answering 503, in milliseconds; 10 seconds when left out. */
  readonly portMs?: number;
}

/** A number that an operator chose. */
const chosen = (name: string, value: number, most: number): number =>
  value >= 0 && value <= most
    ? value
    : failArgument(`options.${name}`, value, `a number from 0 to ${most}`);

/** Timers take no more. */
const msMax = 2 ** 31 - 1;

/** Nothing that a pattern or an address would read as something else. */
const wellFormedPrefix = /^(?:\/[\w-]+)*$/;

/** The options with those that were left out; throws a TypeError that names the first wrong one. */
const completed = (options: HandlerOptions): Required<HandlerOptions> => {
  const { prefix = '', boardsAddress = 'https://boards.tallyboard.example' } = options;
  if (!wellFormedPrefix.test(prefix)) failArgument('options.prefix', prefix, 'a path such as /api');
  return {
    prefix,
    boardsAddress,
    waitMs: chosen('waitMs', options.waitMs ?? 200, msMax),
    portMs: chosen('portMs', options.portMs ?? 10_000, msMax),
    memoryBytes: chosen('memoryBytes', options.memoryBytes ?? 2 ** 24, Number.POSITIVE_INFINITY),
  };
};

/** A route as it answers: the pattern of its path, which names the id in it, and its answers to other methods. */
const openRoute = ({ method, path, steps }: Route, prefix: string) => {
  const methods = method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`;
  const notAllowed = errorAnswer('methodNotAllowed', `Send ${methods}.`);
  return {
    pattern: new RegExp(`^${prefix}${path.replace(/:(\w+)/, '(?<$1>[^/]+)')}$`),
    method,
    steps,
    preflight: { status: 204, headers: preflightHeaders(methods), body: null } as Reply,
    notAllowed: replyWith(notAllowed, { ...answerHeaders, Allow: methods }),
  };
};

/** An address whose path is canonical as it stands: no escapes, no dots, nothing to encode. */
const plainAddress = /^https?:\/\/[\w.:-]+(\/[\w/-]*)(?:\?|$)/;

const canonicalSegment = (segment: string): string =>
  encodeURIComponent(decodeURIComponent(segment));

/**
 * The path of an address with every segment percent-encoded in one way: a route finds its words
 * however they were written, and an encoded slash stays inside its segment. Empty where a segment cannot be decoded.
 */
const canonicalPath = (address: string): string => {
  const plain = plainAddress.exec(address)?.[1];
  if (plain !== undefined) return plain;
  try {
    return new URL(address).pathname.split('/').map(canonicalSegment).join('/');
  } catch {
    return '';
  }
};

const unknownPath = replyWith(notFound);

const unavailableReply = ({ retryAfterSeconds }: Unavailable): Reply =>
  replyWith({
    ...errorAnswer(
      'serviceUnavailable',
      'A part that this answer depends on cannot be reached. The request may be repeated.',
    ),
    retryAfterSeconds,
  });

type OpenRoute = ReturnType<typeof openRoute>;

/** Finds the route of a request and takes its steps until one replies; a HEAD is taken for the GET that it is about. */
const answer = async (
  open: readonly OpenRoute[],
  request: IncomingRequest,
  adapter: Adapter,
): Promise<Reply> => {
  const path = canonicalPath(request.address);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  for (const route of open) {
    const found = route.pattern.exec(path);
    if (found === null) continue;
    if (method === 'OPTIONS') return route.preflight;
    if (method !== route.method) return route.notAllowed;
    const { organizationId = '', boardId = '' } = found.groups ?? {};
    const call: Partial<Call> = {
      request,
      organizationId: decodeURIComponent(organizationId),
      boardId: decodeURIComponent(boardId),
      headers: answerHeaders,
    };
    for (const step of route.steps) {
      const reply = await step(call as Call, adapter);
      if (reply !== null) return reply;
    }
  }
  return unknownPath;
};

/**
 * Makes the four endpoints (section 4) over the given ports, for whatever carries requests and replies.
 *
 * @throws TypeError when an option is wrong
 */
export const createExchange = (
  ports: Ports | LoginPorts<never>,
  options: HandlerOptions = {},
): Exchange => {
  const { boardsAddress, portMs, prefix, memoryBytes, waitMs } = completed(options);
  const checked = checkedPorts(ports, portMs);
  const { onError } = checked;
  const adapter: Adapter = {
    ports: checked,
    waitMs,
    addresses: webAddresses(boardsAddress),
    sendDocument: documentSender(checked),
    cache: boundedCache(memoryBytes),
  };
  const open = routes.map((route) => openRoute(route, prefix));
  const code = codingWith(checked.compress, onError);
  const exchange = async (request: IncomingRequest): Promise<Reply> => {
    try {
      return await code(request, await answer(open, request, adapter));
    } catch (error) {
      onError(error);
      return error instanceof Unavailable ? unavailableReply(error) : internalError;
    }
  };
  return Object.assign(exchange, { onError });
};
