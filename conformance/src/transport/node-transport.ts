import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TransportProblem } from '../model/history.js';
import type { Header } from '../model/request.js';
import { receive } from './decoded.js';
import { broken, type Outgoing, type Received, type Transport } from './transport.js';

const problems: readonly (readonly [RegExp, TransportProblem])[] = [
  [/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/, 'tls'],
  [/^HPE_/, 'malformed'],
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'unreachable'],
  [/ETIMEDOUT/, 'timeout'],
  [/ECONNRESET|EPIPE/, 'reset'],
];

const brokenBy = (error: NodeJS.ErrnoException): Received => {
  const { code = error.name } = error;
  const problem = problems.find(([pattern]) => pattern.test(code))?.[1] ?? 'reset';
  return broken(problem, `${code}: ${error.message}`);
};

/** Names and values take turns. */
const headersOf = ({ rawHeaders: raw }: IncomingMessage): readonly Header[] =>
  Array.from({ length: raw.length / 2 }, (_, n) => [raw[2 * n] ?? '', raw[2 * n + 1] ?? '']);

const optionsOf = ({ method, headers: sent, body }: Outgoing): RequestOptions => {
  const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  // One connection a request: a reused one that the other side has closed would look like a fault.
  return { method, headers: { ...Object.fromEntries(sent), ...length }, agent: false };
};

/**
 * Sends over sockets. `fetch` would add an Accept and a Content-Type of its own, which this API
 * answers with 406 and 415 (section 4); here nothing is sent that is not listed.
 */
export const nodeTransport: Transport = (outgoing) =>
  new Promise((resolve) => {
    const url = new URL(outgoing.url);
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    let settled = false;
    const settle = (received: Received): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(received);
    };
    const timer = setTimeout(() => {
      settle(broken('timeout', `no complete answer within ${outgoing.timeoutMs} ms`));
      sent?.destroy();
    }, outgoing.timeoutMs);
    let sent: ReturnType<typeof open> | null = null;
    try {
      sent = open(url, optionsOf(outgoing), (message) => {
        const { statusCode = 0 } = message;
        void receive(statusCode, headersOf(message), message, outgoing.bytesMax).then(settle);
      });
      sent.on('error', (error) => settle(brokenBy(error)));
      sent.end(outgoing.body ?? undefined);
    } catch (error) {
      settle(broken('malformed', error instanceof Error ? error.message : String(error)));
    }
  });
