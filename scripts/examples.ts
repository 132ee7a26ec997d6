/** A small made-up school, and what a service over it answers: examples of the OpenAPI document and of docs/metrics.md. */

import { createHash } from 'node:crypto';
import { sampleFacts } from '@tallyboard/arbitraries/sample';
import type { Facts } from '@tallyboard/core';
import {
  type Instant,
  type MetricName,
  metricMeanings,
  metricNames,
  parseInstant,
} from '@tallyboard/core/vocabulary';
import {
  createHandler,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  Unavailable,
} from '@tallyboard/http';
import type { Examples, Exchange, Operation } from '@tallyboard/openapi';

const now: Instant = parseInstant('2026-11-20T12:00:00.000Z')!;

/** The sample, the key of its owner, and a small board that has something of everything. */
interface Sample {
  readonly facts: Facts;
  readonly key: string;
  readonly organizationId: string;
  readonly boardId: string;
}

/** Makes the sample: the same one every time. */
export const makeSample = (): Sample => {
  const shape = { seed: '7', organizationType: 'school', members: 12, months: 14, events: 900 };
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const { facts, keys } = sampleFacts({ ...shape, organizationType: 'school', now, sha256 });
  const partsOf = (id: string): readonly number[] =>
    [facts.section, facts.post, facts.comment].map(
      (records: readonly { readonly boardId: string }[]) =>
        records.filter(({ boardId }) => boardId === id).length,
    );
  const [smallest] = facts.board
    .filter(({ organizationId }) => organizationId === keys.main.org)
    .map(({ id }) => ({ id, parts: partsOf(id) }))
    .filter(({ parts }) => parts.every((size) => size > 0))
    .map(({ id, parts }) => ({ id, size: parts.reduce((sum, size) => sum + size) }))
    .toSorted((a, b) => a.size - b.size);
  return { facts, key: keys.main.key, organizationId: keys.main.org, boardId: smallest!.id };
};

/** A request that the document shows, and how the service behaves that answers it. */
interface Shown {
  readonly summary: string;
  /** In place of the operation's own. */
  readonly path?: string;
  readonly query?: string;
  /** Of metrics; one count when left out. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: MemoryOptions;
  readonly ports?: Partial<Ports>;
  /** How often it is sent: the last answer is shown. */
  readonly times?: number;
  /** Of the answer; 200 when left out. */
  readonly status?: number;
}

const paths: Readonly<Record<Operation, string>> = {
  readMetrics: '/v1/organizations/{org_id}/analytics',
  readRoster: '/v1/organizations/{org_id}/analytics/users',
  readBoard: '/v1/boards/{board_id}',
  readUser: '/v1/me',
};

const failing = { options: { fail: ['topBoards', 'users'] } };
const slow = { options: { pending: 1 }, status: 202 };
const throwing = (error: Error) => (): never => {
  throw error;
};
const broken = { sha256: throwing(new Error('a fault of the service')) };
const unavailable = { keys: { find: throwing(new Unavailable('no keys at the moment', 5)) } };

const months = { from: '2026-06', to: '2026-10' };
const range = `from=${months.from}&to=${months.to}`;
const oneCount = { metrics: [{ name: 'postCount' }], ...months };
const rankings = [
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'topUsers', sortBy: 'posts', userType: ['teacher', 'admin'] },
];

/** Everything that the document shows, in its order, by operation and name. */
const shown: Readonly<Record<Operation, Readonly<Record<string, Shown>>>> = {
  readMetrics: {
    counts: {
      summary: 'Some counts',
      body: {
        metrics: [
          { name: 'memberCount', status: 'active', userType: ['teacher', 'admin'] },
          { name: 'postCount' },
          { name: 'wallEngagementMinutes' },
        ],
        ...months,
      },
    },
    byMonth: {
      summary: 'A series by month, of students alone and of everybody',
      body: {
        metrics: [{ name: 'postCount', userType: 'student' }, { name: 'visitorCount' }],
        dimensions: ['month'],
        ...months,
      },
    },
    byStatus: {
      summary: 'A figure for each status',
      body: { metrics: [{ name: 'memberCount', status: ['active', 'inactive'] }], ...months },
    },
    rankings: { summary: 'Rankings', body: { metrics: rankings, ...months } },
    wholeTerm: {
      summary: 'Without a range: the current billing term',
      body: { metrics: [{ name: 'subscription' }, { name: 'boardCount' }] },
    },
    partial: {
      summary: 'A figure that failed',
      body: { metrics: [...rankings, { name: 'postCount' }], ...months },
      ...failing,
    },
    pending: { summary: 'Nothing is there yet', ...slow },
    violations: {
      summary: 'Several violations at once',
      body: {
        metrics: [
          { name: 'postCount', userType: 'teacher' },
          { name: 'topBoards' },
          { name: 'memberCounts' },
        ],
        from: '2026-06',
      },
      status: 400,
    },
    badJson: { summary: 'A body that is not JSON', body: '', status: 400 },
    noKey: { summary: 'No key', headers: { 'X-API-KEY': '' }, status: 401 },
    notFound: {
      summary: 'No such organization',
      path: '/v1/organizations/wksp_nobodyknows00/analytics',
      status: 404,
    },
    notAcceptable: {
      summary: 'Another media type is wanted',
      headers: { Accept: 'text/html' },
      status: 406,
    },
    tooLarge: { summary: 'A body of 70,000 bytes', body: ' '.repeat(70_000), status: 413 },
    form: {
      summary: 'A form instead of JSON',
      body: 'metrics=postCount',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      status: 415,
    },
    spent: { summary: 'One request too many', options: { allowance: 1 }, times: 2, status: 429 },
    unavailable: {
      summary: 'Keys cannot be looked up at the moment',
      ports: unavailable,
      status: 503,
    },
    broken: { summary: 'The service failed', ports: broken, status: 500 },
  },
  readRoster: {
    page: {
      summary: 'The most active members',
      query: `?${range}&sort=posts&order=desc&perPage=3`,
    },
    beyond: { summary: 'A page beyond the last', query: `?${range}&page=1000` },
    failed: { summary: 'A roster that failed', query: `?${range}`, ...failing },
    pending: { summary: 'Not there yet', query: `?${range}`, ...slow },
    violations: {
      summary: 'Nothing is clamped',
      query: '?perPage=101&sort=age&from=2026-06',
      status: 400,
    },
  },
  readBoard: {
    board: { summary: 'A board with links' },
    included: {
      summary: 'A board with all that is on it',
      query: '?include=sections,posts,comments',
    },
    unknownInclude: { summary: 'A kind that is not known', query: '?include=likes', status: 400 },
    notFound: { summary: 'No such board', path: '/v1/boards/0000000000000000', status: 404 },
  },
  readUser: {
    user: { summary: 'A user with links' },
    organizations: { summary: 'With organizations', query: '?include=organizations' },
    unknownInclude: { summary: 'A kind that is not known', query: '?include=friends', status: 400 },
  },
};

const sample = makeSample();

const bodyOf = (operation: Operation, { body }: Shown): unknown =>
  operation === 'readMetrics' ? (body ?? oneCount) : undefined;

/** The document that a service over the sample answers with. */
const answerTo = async (operation: Operation, request: Shown): Promise<unknown> => {
  const { headers, options, ports, times = 1, status = 200 } = request;
  const body = bodyOf(operation, request);
  const ofSample = memoryPorts(sample.facts, { now, ...options });
  // A clock that does not move: what is left of an hour is always the same.
  const clock = { ...ofSample.clock, instant: () => now };
  const handler = createHandler({ ...ofSample, ...ports, clock, onError: () => undefined });
  const path = `${request.path ?? paths[operation]}${request.query ?? ''}`
    .replace('{org_id}', sample.organizationId)
    .replace('{board_id}', sample.boardId);
  const isJson = body !== undefined && typeof body !== 'string';
  const init = {
    method: operation === 'readMetrics' ? 'POST' : 'GET',
    headers: { 'X-API-KEY': sample.key, 'Content-Type': 'application/json', ...headers },
    body: isJson ? JSON.stringify(body) : (body ?? null),
  };
  const ask = () => handler(new Request(`http://localhost${path}`, init));
  for (let sent = 1; sent < times; sent += 1) await ask();
  const response = await ask();
  if (response.status !== status) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
};

/** What the sample answers to one entry of each metric that is named, in their order. */
export const metricExamples = async (
  names: readonly MetricName[],
  more: object,
): Promise<readonly { readonly name: MetricName; readonly data: unknown }[]> => {
  const body = { metrics: names.map((name) => metricMeanings[name].example), ...more };
  const document = (await answerTo('readMetrics', { summary: '', body })) as {
    readonly data: {
      readonly attributes: { readonly metrics: readonly { name: MetricName; data: unknown }[] };
    };
  };
  return document.data.attributes.metrics;
};

/** The first row of the sample's roster. */
export const rosterExample = async (query: string): Promise<object> => {
  const document = await answerTo('readRoster', { summary: '', query: `${query}&perPage=1` });
  return (document as { readonly data: readonly [object] }).data[0];
};

/** All that the document shows. */
export const openApiExamples = async (): Promise<Examples> => {
  const rows = Object.entries(shown).flatMap(([operation, byName]) =>
    Object.entries(byName).map(async ([name, request]): Promise<Exchange> => {
      const { summary, status = 200 } = request;
      const body = bodyOf(operation as Operation, request);
      const document = await answerTo(operation as Operation, request);
      return { operation: operation as Operation, name, summary, body, status, document };
    }),
  );
  const results = await metricExamples(metricNames, { from: '2026-01', to: '2026-11' });
  return {
    exchanges: await Promise.all(rows),
    results: Object.fromEntries(results.map((one) => [one.name, one])) as Examples['results'],
  };
};
