import type { IncomingMessage, ServerResponse } from 'node:http';

/** How far a service is: its data is being loaded, it answers, or it is about to end. */
export type Phase = 'starting' | 'ready' | 'closing';

/** Answers a request for something else than the API with a short text. */
export const answerPlainly = (
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  outgoing.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  outgoing.end(text);
};

const probes: Readonly<Record<string, (phase: Phase) => readonly [number, string]>> = {
  '/healthz': () => [200, 'alive'],
  '/readyz': (phase) => [phase === 'ready' ? 200 : 503, phase],
};

/**
 * Answers whether the service is alive, or ready for requests: without a key, without
 * counting. `false` for every other request, which is left as it is.
 */
export const answerProbe = (
  phase: Phase,
  { url = '', method }: IncomingMessage,
  outgoing: ServerResponse,
): boolean => {
  const probe = Object.hasOwn(probes, url) ? probes[url] : undefined;
  if (probe === undefined) return false;
  if (method === 'GET' || method === 'HEAD') answerPlainly(outgoing, ...probe(phase));
  else answerPlainly(outgoing, 405, 'Send GET or HEAD.', { Allow: 'GET, HEAD' });
  return true;
};
