import type { Facts, OrganizationType } from '@tallyboard/core/vocabulary';
import { parseJson } from '../../src/model/json.js';
import { type Call, endpointOf, type Reply, type ReplyChange } from '../../src/rules/broken.js';
import type { ConformanceOptions } from '../../src/run-conformance.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import type { Serving } from '../reference.test-kit.js';

/** One fault in a service: a switch around the real one, never a copy of it. */
export interface Mutant {
  readonly rule: string;
  /** What kind of fault it is; at most three for one rule and point. */
  readonly operator: string;
  /** Changes answers on their way out. */
  readonly reply?: ReplyChange;
  readonly handler?: (inner: FetchHandler) => FetchHandler;
  readonly facts?: (facts: Facts) => Facts;
  readonly serving?: Serving;
  /** It shows only when the allowance is used up. */
  readonly quota?: boolean;
  /** It shows without facts. */
  readonly live?: boolean;
  /** Which variant of rotating probes shows it; else the one that runs take by default. */
  readonly rotation?: number;
  /** The type of the organization under test, if not a school. */
  readonly main?: OrganizationType;
}

/** Where a fault is switched on. */
export type Switch = Omit<Mutant, 'rule' | 'operator'>;

/** A fault: how answers are changed, or a switch elsewhere. */
export type Fault = ReplyChange | Switch;

/** A mutant of a rule. */
export const mutantOf = (rule: string, operator: string, fault: Fault): Mutant => ({
  rule,
  operator,
  ...(typeof fault === 'function' ? { reply: fault } : fault),
});

/** Faults by the rule that each breaks, and by what is wrong. */
export const mutantsOf = (
  table: Readonly<Record<string, Readonly<Record<string, Fault>>>>,
): readonly Mutant[] =>
  Object.entries(table).flatMap(([rule, faults]) =>
    Object.entries(faults).map(([operator, fault]) => mutantOf(rule, operator, fault)),
  );

/** The name of a mutant in the matrix. */
export const nameOf = ({ rule, operator }: Mutant): string => `${rule}/${operator}`;

/** The current month of the mutants' worlds. */
export const current = '2026-11';

/** Reads a request. */
const callOf = async (request: Request): Promise<Call> => {
  const text = await request.text();
  const url = new URL(request.url);
  const { method, headers } = request;
  return { method, url, headers, text, body: parseJson(text), endpoint: endpointOf(url), current };
};

/** Makes a request of a call. */
const requestOf = (call: Call): Request =>
  new Request(call.url, {
    method: call.method,
    headers: call.headers,
    ...(call.method === 'POST' ? { body: new TextEncoder().encode(call.text) } : {}),
  });

const nullBody = new Set([204, 304]);

/** Makes a response of a reply. */
const responseOf = ({ status, headers, document }: Reply): Response =>
  new Response(nullBody.has(status) ? null : JSON.stringify(document), { status, headers });

/** Answers, all or those that are meant, have another header, or lack one. */
export const headed =
  (
    name: string,
    value: string | null,
    isMeant: (reply: Reply, call: Call) => boolean = () => true,
  ): ReplyChange =>
  (reply, call) => {
    if (!isMeant(reply, call)) return null;
    if (value === null) reply.headers.delete(name);
    else reply.headers.set(name, value);
    return reply;
  };

/** Refused for the allowance. */
export const exhausted = (reply: Reply): Reply => {
  reply.headers.set('retry-after', '1200');
  return { ...reply, status: 429, document: { errors: [] } };
};

/** A roster that is still computed. */
export const pendingRoster = (reply: Reply): Reply => {
  reply.headers.set('retry-after', '1');
  const meta = { status: 'pending', pending: ['users'], retryAfter: 1 };
  return { ...reply, status: 202, document: { data: [], meta } };
};

/** A plain answer of a mutant. */
export const refusal = (status: number): Response =>
  new Response(JSON.stringify({ errors: [{ status: String(status), code: 'MUTANT' }] }), {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
  });

let sent = '';

/** Follows what a run sends: for services that answer one request of the plan in another way. */
export const followSent: NonNullable<ConformanceOptions['sink']> = (record) => {
  if (record.type === 'sent') sent = record.request.probe;
};

/** The request of the plan that was sent last. */
export const sentLast = (): string => sent;

/** Changes requests before the service sees them, or answers in its place; `null` leaves them. */
export const onRequest =
  (change: (call: Call) => Call | Response | null) =>
  (inner: FetchHandler): FetchHandler =>
  async (request) => {
    const call = await callOf(request);
    const changed = change(call) ?? call;
    return changed instanceof Response ? changed : inner(requestOf(changed));
  };

/** Changes answers on their way out; `null` leaves them. */
export const onReply =
  (change: ReplyChange) =>
  (inner: FetchHandler): FetchHandler =>
  async (request) => {
    const call = await callOf(request);
    const response = await inner(requestOf(call));
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const text = await response.text();
    const reply = { status: response.status, headers, document: parseJson(text) };
    const changed = change(reply, call);
    return changed === null
      ? new Response(text, { status: response.status, headers: response.headers })
      : responseOf(changed);
  };

/** Changes answers by what a service has answered before: each service has a state of its own. */
export const perService =
  (make: () => ReplyChange) =>
  (inner: FetchHandler): FetchHandler =>
    onReply(make())(inner);

/** Answers from a cache whose key lacks a part of the question; what has no key is not kept. */
export const keeping = (keyOf: (call: Call) => string | null) =>
  perService(() => {
    const answers = new Map<string, Reply>();
    return (reply, call) => {
      const key = keyOf(call);
      if (key === null) return null;
      const known = answers.get(key);
      if (known === undefined && reply.status === 200) answers.set(key, reply);
      return known ?? null;
    };
  });

/** Sets a header of requests that are meant. */
export const withHeader = (
  isMeant: (call: Call) => boolean,
  ...header: readonly [string, string]
) => ({
  handler: onRequest((call) => {
    if (!isMeant(call)) return null;
    const headers = new Headers(call.headers);
    headers.set(...header);
    return { ...call, headers };
  }),
});

/** Changes the parameters of requests before the service sees them. */
export const onQuery = (by: (query: URLSearchParams, call: Call) => void) =>
  onRequest((call) => {
    const url = new URL(call.url);
    by(url.searchParams, call);
    return { ...call, url };
  });

/** A service with the fault switched on. */
export const served = (
  { handler, reply }: Pick<Mutant, 'handler' | 'reply'>,
  inner: FetchHandler,
): FetchHandler => {
  const requested = handler === undefined ? inner : handler(inner);
  return reply === undefined ? requested : onReply(reply)(requested);
};
