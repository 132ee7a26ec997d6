import { errorAnswer } from '@tallyboard/core';
import { webAddresses } from '@tallyboard/core/engine';
import type { Awaitable } from '@tallyboard/ports';
import { Unavailable } from '@tallyboard/ports';
import { after } from './awaitable.js';
import type { Adapter, Call, Passed, Step } from './call.js';
import { checkOptions, checkPorts } from './check-setup.js';
import { documents } from './documents/respond-in-pieces.js';
import { guardedPorts } from './guarded-ports.js';
import type { Ports } from './ports.js';
import { type Route, routes } from './routes.js';
import { codingWith, gzip } from './wire/content-coding.js';
import type { Asked, Exchange, Reply } from './wire/exchanged.js';
import { answerHeaders, preflightHeaders } from './wire/fixed-headers.js';
import { canonicalPath } from './wire/path.js';
import { notFound, replyWith } from './wire/respond.js';

/** What an operator may choose. */
export interface HandlerOptions {
  /** The address under which boards are found on the web; their last segment is the board's id. */
  readonly boardsAddress?: string;
  /** How long to wait for a computation before answering 202, in milliseconds. */
  readonly waitMs?: number;
  /** What `Retry-After` says on a 202. */
  readonly retryAfterSeconds?: number;
  /** Room for remembered metrics answers and figures, in bytes: 16 MiB when left out, 0 for none. */
  readonly memoryBytes?: number;
  /** How long to wait for any other port before answering 503, in milliseconds. */
  readonly portMs?: number;
}

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

const internalError = replyWith(
  errorAnswer('internalError', 'Something went wrong here. The request may be repeated.'),
);
const unknownPath = replyWith(notFound);

const away = ({ retryAfterSeconds }: Unavailable): Reply =>
  replyWith({
    ...errorAnswer(
      'serviceUnavailable',
      'A part that this answer depends on cannot be reached. The request may be repeated.',
    ),
    retryAfterSeconds,
  });

const openRoute = ({ method, path, steps }: Route, adapter: Adapter): OpenRoute => {
  const methods = method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`;
  const notAllowed = errorAnswer('methodNotAllowed', `Send ${methods}.`);
  return {
    pattern: new RegExp(`^${path.replace(/:\w+/, '([^/]+)')}$`),
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
const answer = (open: readonly OpenRoute[], asked: Asked): Awaitable<Reply> => {
  const path = canonicalPath(asked.address);
  for (const { pattern, idName, method, steps, preflight, notAllowed } of open) {
    const found = pattern.exec(path);
    if (found === null) continue;
    if (asked.method === 'OPTIONS') return preflight;
    if ((asked.method === 'HEAD' ? 'GET' : asked.method) !== method) return notAllowed;
    const id = decoded(found[1] ?? '');
    return walk(steps, {
      asked,
      organizationId: idName === 'organizationId' ? id : '',
      boardId: idName === 'boardId' ? id : '',
      passed: { headers: answerHeaders } as Partial<Passed> as Passed,
    });
  }
  return unknownPath;
};

/**
 * Makes the four endpoints (section 4) over the given ports, for whatever carries requests and replies.
 *
 * @throws TypeError when a port or an option is none
 */
export const createExchange = (ports: Ports, options: HandlerOptions = {}): Exchange => {
  checkPorts(ports);
  checkOptions(options);
  const guarded = guardedPorts(ports, options.portMs ?? 10_000);
  const { onError } = guarded;
  const adapter: Adapter = {
    ports: guarded,
    addresses: webAddresses(options.boardsAddress ?? 'https://boards.tallyboard.example'),
    waitMs: options.waitMs ?? 200,
    retryAfterSeconds: options.retryAfterSeconds ?? 1,
    memoryBytes: options.memoryBytes ?? 2 ** 24,
    documents: documents(onError),
  };
  const open = routes.map((route) => openRoute(route, adapter));
  const codeFor = codingWith(guarded.compress ?? [gzip], onError);
  const failed = (error: unknown): Reply => {
    onError?.(error);
    return error instanceof Unavailable ? away(error) : internalError;
  };
  return (asked) => {
    try {
      const coded = after(answer(open, asked), (reply) =>
        codeFor(asked.header('accept-encoding'), asked.method === 'HEAD', reply),
      );
      return coded instanceof Promise ? coded.catch(failed) : coded;
    } catch (error) {
      return failed(error);
    }
  };
};
