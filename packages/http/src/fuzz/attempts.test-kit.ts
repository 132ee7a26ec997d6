import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  metricsRequestArbitrary,
  rosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import { dayOfInstant, organizationTypes } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { memoryPorts } from '../memory/memory-ports.js';
import { ids, keyOf, now, sampleFacts } from '../sample-facts.test-kit.js';
import { createHandler, type Handler } from '../web.js';

/** A request as it is kept in a file. */
export interface Attempt {
  readonly method: string;
  /** From the first slash on, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or bytes in base 64. */
  readonly body?: string | { readonly base64: string };
}

/** The day on which everything is asked. */
export const today = dayOfInstant(now);

/** The request of an attempt. */
export const requestOfAttempt = ({ method, path, headers, body }: Attempt): Request =>
  new Request(`http://tallyboard.test${path}`, {
    method,
    headers,
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' ? body : Buffer.from(body.base64, 'base64') }),
  });

/** The sample served without limits, with figures that fail and figures that are pending at first. */
export const serveAttempts = (
  onError: (error: unknown) => void,
  { pending = 1 }: { readonly pending?: number } = {},
): Handler => {
  const ports = memoryPorts(sampleFacts, { now, allowance: 0, pending, fail: ['topUsers'] });
  return createHandler({ ...ports, onError });
};

/** The headers of a request that everything lets pass. */
export const goodHeaders = {
  'X-API-KEY': keyOf('olga'),
  'Content-Type': 'application/json',
} as const;

/** An organization of each type that the key may ask about. */
export const organizationIds = {
  school: ids.school,
  classroom: ids.classroom,
  team: ids.team,
} as const;

/** Sound bodies, and half as many with one fault, for each type of organization. */
export const bodiesFor = (count: number, seed: number) =>
  organizationTypes.map((organizationType) => {
    const setting = { organizationType, today };
    const sample = { numRuns: count, seed };
    return {
      organizationType,
      bodies: [
        ...fc.sample<unknown>(metricsRequestArbitrary(setting), sample),
        ...fc
          .sample(brokenMetricsRequestArbitrary(setting), { seed, numRuns: Math.ceil(count / 2) })
          .map(({ broken }) => broken),
      ],
    };
  });

/** Sound roster queries, and half as many with one fault. */
export const queriesFor = (count: number, seed: number) => [
  ...fc.sample(rosterQueryArbitrary(today), { numRuns: count, seed }),
  ...fc
    .sample(brokenRosterQueryArbitrary({ organizationType: 'school', today }), {
      numRuns: Math.ceil(count / 2),
      seed,
    })
    .map(({ broken }) => broken),
];

/** A request worth keeping: the smallest that was found to end as it does, or one that once broke something. */
export interface CorpusCase {
  /** How it ends: endpoint, status, and what is refused. */
  readonly outcome: string;
  /** What it once broke; absent in most. */
  readonly found?: string;
  readonly request: Attempt;
}

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url));

/** Every case, by the name of its file. */
export const corpus = (): readonly (readonly [name: string, CorpusCase])[] =>
  readdirSync(folder)
    .sort()
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(folder + file, 'utf8')) as CorpusCase,
    ]);
