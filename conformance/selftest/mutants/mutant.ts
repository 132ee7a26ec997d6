import type { Facts, OrganizationType } from '@tallyboard/core/vocabulary';
import { isObject, parseJson } from '../../src/model/json.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import type { Serving } from '../reference.js';

/** A request as a mutant sees it. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or `undefined`. */
  readonly body: unknown;
  readonly endpoint: 'metrics' | 'roster' | 'me' | 'board';
}

/** An answer as a mutant changes it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly document: unknown;
}

/** One fault in a service: a switch around the real one, never a copy of it. */
export interface Mutant {
  readonly rule: string;
  /** What kind of fault it is; at most three for one rule and point. */
  readonly operator: string;
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
  /** The first request is itself what the mutant breaks: it need not be answered. */
  readonly mute?: boolean;
}

/** The name of a mutant in the matrix. */
export const nameOf = ({ rule, operator }: Mutant): string => `${rule}/${operator}`;

const endpointOf = ({ pathname }: URL): Call['endpoint'] => {
  if (pathname.endsWith('/analytics')) return 'metrics';
  if (pathname.endsWith('/users')) return 'roster';
  return pathname.includes('/boards/') ? 'board' : 'me';
};

/** Reads a request. */
const callOf = async (request: Request): Promise<Call> => {
  const text = await request.text();
  const url = new URL(request.url);
  const { method, headers } = request;
  return { method, url, headers, text, body: parseJson(text), endpoint: endpointOf(url) };
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

/** A plain answer of a mutant. */
export const refusal = (status: number): Response =>
  new Response(JSON.stringify({ errors: [{ status: String(status), code: 'MUTANT' }] }), {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
  });

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
  (change: (reply: Reply, call: Call) => Reply | null) =>
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

/** Changes every value at a path of a JSON value; `*` stands for every member. */
export const edited = (
  value: unknown,
  path: readonly string[],
  change: (value: unknown) => unknown,
): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((one: unknown, index): unknown =>
      step === '*' || step === String(index) ? edited(one, rest, change) : one,
    );
  }
  if (!isObject(value)) return value;
  const names = step === '*' ? Object.keys(value) : [step];
  const changes = names.map((name) => [name, edited(value[name], rest, change)] as const);
  return { ...value, ...Object.fromEntries(changes) };
};

/** Changes what stands at a path of the answers of an endpoint with a status. */
export const change =
  (
    endpoint: Call['endpoint'],
    path: string,
    by: (value: unknown, call: Call) => unknown,
    status = 200,
  ) =>
  (inner: FetchHandler): FetchHandler =>
    onReply((reply, call) =>
      call.endpoint === endpoint && reply.status === status
        ? {
            ...reply,
            document: edited(reply.document, path.split('/'), (value) => by(value, call)),
          }
        : null,
    )(inner);

/** Leaves a member out of an object. */
export const without =
  (name: string) =>
  (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
      : value;
