import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryPorts } from '../memory/memory-ports.js';
import { keyOf, now, sampleFacts } from '../sample-facts.test-kit.js';
import { createHandler } from '../web.js';
import { outcomeOf } from './decent-answer.test-kit.js';

/** A request as it is stored in a file. */
export interface Attempt {
  readonly method: string;
  /** From the first slash on, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or bytes in base 64. */
  readonly body?: string | { readonly base64: string };
}

/** The headers of a request that everything lets pass. */
export const goodHeaders = {
  'X-API-KEY': keyOf('olga'),
  'Content-Type': 'application/json',
} as const;

const requestOf = ({ method, path, headers, body }: Attempt): Request => {
  const bytes = typeof body === 'object' ? Buffer.from(body.base64, 'base64') : body;
  const init = { method, headers, ...(bytes === undefined ? {} : { body: bytes }) };
  return new Request(`http://tallyboard.test${path}`, init);
};

const endpointOf = (path: string): string => {
  const [only = ''] = path.split('?');
  if (only.endsWith('/analytics')) return 'metrics';
  if (only.endsWith('/analytics/users')) return 'roster';
  return only.startsWith('/v1/boards/') ? 'board' : only === '/v1/me' ? 'user' : 'other';
};

/**
 * Sends attempts to the sample, served without limits, with figures that fail and figures that are pending at first.
 * Whatever the handler reports as broken is thrown.
 */
export const attempting = ({ pending = 1 }: { readonly pending?: number } = {}) => {
  const reported: unknown[] = [];
  const ports = memoryPorts(sampleFacts, { now, allowance: 0, pending, fail: ['topUsers'] });
  const handler = createHandler({ ...ports, onError: (error) => reported.push(error) });
  return async (attempt: Attempt): Promise<string> => {
    const response = await handler(requestOf(attempt));
    if (reported.length > 0) throw reported.pop();
    const sent = `${attempt.method} ${JSON.stringify(attempt)}`;
    return outcomeOf(endpointOf(attempt.path), sent, response);
  };
};

/** A request worth storing: the smallest that was found to end as it does, or one that once broke something. */
export interface CorpusCase {
  /** How it ends: endpoint, status, and what is refused. */
  readonly outcome: string;
  /** What it once broke; absent in most. */
  readonly found?: string;
  readonly request: Attempt;
}

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url));

/** Every case, by the name of its file. */
export const corpus = readdirSync(folder)
  .sort()
  .map((file) => {
    const text = readFileSync(folder + file, 'utf8');
    return [file.replace('.json', ''), JSON.parse(text) as CorpusCase] as const;
  });
