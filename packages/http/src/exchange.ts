import { errorAnswer, failArgument, webAddresses } from '@tallyboard/core/engine';
import { type Awaitable, Unavailable } from '@tallyboard/ports';
import { after } from './awaitable.js';
import type { Adapter, Call, Step } from './call.js';
import { checkedPorts } from './checked-ports.js';
import { DocumentSender } from './documents/send-document.js';
import type { LoginPorts, Ports } from './ports.js';
import { type Route, routes } from './routes.js';
import { canonicalPath } from './wire/address.js';
import { codingWith } from './wire/content-coding.js';
import type { Exchange, IncomingRequest, Reply } from './wire/exchanged.js';
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
  /** What `Retry-After` says on a 202 where the computations do not know; 1 when left out. */
  readonly retryAfterSeconds?: number;
  /** Room for cached documents of metrics, in bytes: 16 MiB when left out, 0 for none. */
  readonly memoryBytes?: number;
  /** How long to wait for any other port before answering 503, in milliseconds; 10 seconds when left out. */
  readonly portMs?: number;
}

/** The highest number that each option takes; timers take at most 2 ** 31 - 1. */
const highest = {
  waitMs: 2 ** 31 - 1,
  portMs: 2 ** 31 - 1,
  retryAfterSeconds: 1e9,
  memoryBytes: Number.POSITIVE_INFINITY,
} as const satisfies { readonly [O in keyof HandlerOptions]?: number };

/** Nothing that a pattern or an address would read as something else. */
const wellFormedPrefix = /^(?:\/[\w-]+)*$/;

/** The options with those that were left out; throws a TypeError that names the first wrong one. */
const completed = (options: HandlerOptions): Required<HandlerOptions> => {
  for (const [name, most] of Object.entries(highest)) {
    const value = options[name as keyof typeof highest] ?? 0;
    if (typeof value === 'number' && value >= 0 && value <= most) continue;
    failArgument(`options.${name}`, value, `a number from 0 to ${most}`);
  }
  const { prefix = '' } = options;
  if (!wellFormedPrefix.test(prefix)) failArgument('options.prefix', prefix, 'a path such as /api');
  return {
    prefix,
    boardsAddress: options.boardsAddress ?? 'https://boards.tallyboard.example',
    waitMs: options.waitMs ?? 200,
    retryAfterSeconds: options.retryAfterSeconds ?? 1,
    memoryBytes: options.memoryBytes ?? 2 ** 24,
    portMs: options.portMs ?? 10_000,
  };
};

/** A route as it answers. */
interface OpenRoute {
  readonly pattern: RegExp;
  /** What the id in its path is, empty where there is none. */
  readonly idName: string;
  readonly method: string;
  readonly steps: readonly Step[];
  readonly preflight: Reply;
  readonly notAllowed: Reply;
}

const unknownPath = replyWith(notFound);

const unavailableReply = ({ retryAfterSeconds }: Unavailable): Reply =>
  replyWith({
    ...errorAnswer(
      'serviceUnavailable',
      'A part that this answer depends on cannot be reached. The request may be repeated.',
    ),
    retryAfterSeconds,
  });

const openRoute = ({ method, path, steps }: Route, prefix: string, adapter: Adapter): OpenRoute => {
  const methods = method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`;
  const notAllowed = errorAnswer('methodNotAllowed', `Send ${methods}.`);
  return {
    pattern: new RegExp(`^${prefix}${path.replace(/:\w+/, '([^/]+)')}$`),
    idName: /:(\w+)/.exec(path)?.[1] ?? '',
    method,
    steps: steps.map((stepOf) => stepOf(adapter)),
    preflight: { status: 204, headers: preflightHeaders(methods), body: null },
    notAllowed: replyWith(notAllowed, { Allow: methods }),
  };
};

const decoded = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment;

/** Takes steps until one replies. */
const walk = (steps: readonly Step[], call: Call, from = 0): Awaitable<Reply> => {
  for (let at = from; at < steps.length; at += 1) {
    const reply = steps[at]!(call);
    if (reply instanceof Promise) return reply.then((made) => made ?? walk(steps, call, at + 1));
    if (reply !== null) return reply;
  }
  throw new Error('No step of this route replied.');
};

/** Finds the route of a request and takes its steps; a HEAD is taken for the GET that it is about. */
const answer = (open: readonly OpenRoute[], request: IncomingRequest): Awaitable<Reply> => {
  const path = canonicalPath(request.address);
  for (const { pattern, idName, method, steps, preflight, notAllowed } of open) {
    const found = pattern.exec(path);
    if (found === null) continue;
    if (request.method === 'OPTIONS') return preflight;
    if ((request.method === 'HEAD' ? 'GET' : request.method) !== method) return notAllowed;
    const id = decoded(found[1] ?? '');
    return walk(steps, {
      request,
      organizationId: idName === 'organizationId' ? id : '',
      boardId: idName === 'boardId' ? id : '',
      headers: answerHeaders,
    } as Partial<Call> as Call);
  }
  return unknownPath;
};

/**
 * Makes the four endpoints (section 4) over the given ports, for whatever carries requests and replies.
 *
 * @throws TypeError when a function of a port is missing, or an option is wrong
 */
export const createExchange = (
  ports: Ports | LoginPorts<never>,
  options: HandlerOptions = {},
): Exchange => {
  const { boardsAddress, portMs, prefix, ...chosen } = completed(options);
  const checked = checkedPorts(ports, portMs);
  const { onError } = checked;
  const adapter: Adapter = {
    ...chosen,
    ports: checked,
    addresses: webAddresses(boardsAddress),
    documents: new DocumentSender(checked),
  };
  const open = routes.map((route) => openRoute(route, prefix, adapter));
  const codeFor = codingWith(checked.compress, onError);
  const failed = (error: unknown): Reply => {
    onError(error);
    return error instanceof Unavailable ? unavailableReply(error) : internalError;
  };
  const exchange = (request: IncomingRequest): Awaitable<Reply> => {
    try {
      const coded = after(answer(open, request), (reply) =>
        codeFor(request.header('accept-encoding'), request.method === 'HEAD', reply),
      );
      return coded instanceof Promise ? coded.catch(failed) : coded;
    } catch (error) {
      return failed(error);
    }
  };
  return Object.assign(exchange, { onError });
};
