import type { ErrorObject, Resource } from '@tallyboard/core/engine';
import type { HandlerOptions } from './exchange.js';
import { memoryPorts } from './memory/memory-ports.js';
import type { MemoryOptions } from './memory/own-ports.js';
import type { Ports } from './ports.js';
import { ids, keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { createHandler } from './web.js';

/** What a test says about a request; the rest is that of a good one. */
export interface Asking {
  readonly method?: string;
  /** Whose key to send; `null` for none. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Whatever a body may hold. */
export interface HeardDocument {
  readonly data?: unknown;
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly ErrorObject[];
}

/** A response read to its end. */
export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: HeardDocument;
}

/** The paths of the four endpoints of the sample. */
export const paths = {
  metrics: `/v1/organizations/${ids.school}/analytics`,
  roster: `/v1/organizations/${ids.school}/analytics/users`,
  board: `/v1/boards/${ids.board}`,
  me: '/v1/me',
};

const bodyOf = (body: unknown): BodyInit => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ReadableStream) return body as BodyInit;
  return JSON.stringify(body);
};

/** A metrics request that every rule allows. */
export const goodBody = { metrics: [{ name: 'postCount' }] };

/** A request to the sample service; one for metrics has a good body unless it says otherwise. */
export const requestOf = (path: string, asking: Asking = {}): Request => {
  const isMetrics = asking.method === undefined && /\/analytics(?:\?|$)/.test(path);
  const { as = 'olga', body = isMetrics ? goodBody : undefined } = asking;
  const method = asking.method ?? (body === undefined ? 'GET' : 'POST');
  const key: Record<string, string> = as === null ? {} : { 'X-API-KEY': keyOf(as) };
  const type: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Request(`http://tallyboard.test${path}`, {
    method,
    headers: { ...key, ...type, ...asking.headers },
    ...(body === undefined ? {} : { body: bodyOf(body), duplex: 'half' }),
  });
};

/** What a body says; nothing when it is empty. */
export const readJson = (text: string): HeardDocument =>
  text === '' ? {} : (JSON.parse(text) as HeardDocument);

/** Ports with one function changed, by its name such as `keys.find`. */
export const withChanged = (
  ports: Ports,
  name: string,
  change: (own: (...given: unknown[]) => unknown) => (...given: unknown[]) => unknown,
): Ports => {
  const [port, method] = name.split('.') as ['keys', 'find'];
  const own = ports[port][method] as (...given: unknown[]) => unknown;
  return { ...ports, [port]: { ...ports[port], [method]: change(own) as never } };
};

/** The sample served; every test starts one of its own. */
export const serveSample = (
  options: MemoryOptions & HandlerOptions & { readonly ports?: Partial<Ports> } = {},
) => {
  const ports = {
    ...memoryPorts(sampleFacts, { now, ...options }),
    onError: () => undefined,
    ...options.ports,
  };
  const handler = createHandler(ports, options);
  return async (path: string, asking: Asking = {}): Promise<Heard> => {
    const response = await handler(requestOf(path, asking));
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, json: readJson(text) };
  };
};
