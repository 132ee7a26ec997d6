import { createHash } from 'node:crypto';
import { sampleFacts } from '@tallyboard/arbitraries/sample';
import type { Facts } from '@tallyboard/core';
import {
  type Instant,
  type MetricEntry,
  type MetricName,
  metricCatalog,
  metricNames,
  parseInstant,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import {
  createHandler,
  type Handler,
  type MemoryOptions,
  memoryPorts,
  type Ports,
  Unavailable,
} from '@tallyboard/http';
import type { Examples, Exchange } from '@tallyboard/openapi';
import { type Asking, askings, type ServiceKind } from './openapi-askings.js';

/** The time of the sample. */
export const now: Instant = parseInstant('2026-11-20T12:00:00.000Z')!;

/** A small made-up school. */
export interface Sample {
  readonly facts: Facts;
  readonly key: string;
  readonly organizationId: string;
  /** The board with the least on it. */
  readonly boardId: string;
}

/** Makes the sample: the same one every time. */
export const makeSample = (): Sample => {
  const plan = {
    seed: '7',
    organizationType: 'school',
    members: 12,
    months: 14,
    events: 900,
  } as const;
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const { facts, keys } = sampleFacts({ ...plan, now, sha256 });
  const { org, key } = keys.main;
  return { facts, key, organizationId: org, boardId: smallBoard(facts, org) };
};

/** The smallest board of an organization that has something of everything. */
const smallBoard = (facts: Facts, organizationId: string): string => {
  const on = (records: readonly { readonly boardId: string }[], id: string): number =>
    records.filter(({ boardId }) => boardId === id).length;
  const sizes = facts.board
    .filter((board) => board.organizationId === organizationId)
    .map(({ id }) => ({
      id,
      parts: [on(facts.section, id), on(facts.post, id), on(facts.comment, id)],
    }))
    .filter(({ parts }) => parts.every((size) => size > 0))
    .map(({ id, parts }) => ({ id, size: parts.reduce((sum, size) => sum + size, 0) }));
  const smallest = sizes.sort((a, b) => a.size - b.size)[0];
  if (smallest === undefined) throw new Error('the sample has no board with everything on it');
  return smallest.id;
};

/** A clock that does not move, so that what is left of an hour is always the same. */
const stillClock = ({ clock }: Ports): Ports['clock'] => ({ ...clock, instant: () => now });

const serviceOptions: Readonly<Record<ServiceKind, MemoryOptions>> = {
  plain: {},
  slow: { pending: 1 },
  failing: { fail: ['topBoards', 'users'] },
  spent: { allowance: 1 },
  broken: {},
  unavailable: {},
};

const throwing = (error: Error) => (): never => {
  throw error;
};

/** What a service has in place of its ports: one that is broken itself, one that cannot reach its keys. */
const faults: { readonly [K in ServiceKind]?: Partial<Ports> } = {
  broken: { sha256: throwing(new Error('a fault of the service')) },
  unavailable: { keys: { find: throwing(new Unavailable('no keys at the moment', 5)) } },
};

const serviceOf = (kind: ServiceKind, facts: Facts): Handler => {
  const ports = memoryPorts(facts, { now, ...serviceOptions[kind] });
  return createHandler({
    ...ports,
    ...faults[kind],
    clock: stillClock(ports),
    onError: () => undefined,
  });
};

const addressOf = (path: string, sample: Sample): string =>
  `http://localhost${path.replace('{org_id}', sample.organizationId).replace('{board_id}', sample.boardId)}`;

const requestOf = ({ path, body, headers }: Asking, sample: Sample): Request =>
  new Request(addressOf(path, sample), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'X-API-KEY': sample.key,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const exchange = async (asking: Asking, sample: Sample): Promise<Exchange> => {
  const { operation, name, summary, body, service = 'plain', status } = asking;
  const handler = serviceOf(service, sample.facts);
  // What is shown of a spent allowance is the answer to the request after the last one.
  if (service === 'spent') await handler(requestOf(asking, sample));
  const response = await handler(requestOf(asking, sample));
  if (response.status !== status) throw new Error(`${name}: ${response.status}, not ${status}`);
  const document: unknown = await response.json();
  return { operation, name, summary, ...(body === undefined ? {} : { body }), status, document };
};

/** An entry of a metric with whatever it requires. */
const entryOf = (name: MetricName): MetricEntry => ({
  name,
  ...Object.fromEntries(
    propertyNames.flatMap((property) => {
      const row = metricCatalog[name].properties[property];
      return row?.requirement === 'required' ? [[property, row.values.slice(0, 1)]] : [];
    }),
  ),
});

interface MetricsAnswer {
  readonly data: {
    readonly attributes: { readonly metrics: readonly { readonly name: string }[] };
  };
}

/** One answered metric of every kind. */
const resultsOf = async (sample: Sample): Promise<Examples['results']> => {
  const body = { metrics: metricNames.map(entryOf), from: '2026-01', to: '2026-11' };
  const path = '/v1/organizations/{org_id}/analytics';
  const asking: Asking = {
    operation: 'readMetrics',
    name: '',
    summary: '',
    path,
    body,
    status: 200,
  };
  const { document } = await exchange(asking, sample);
  const { metrics } = (document as MetricsAnswer).data.attributes;
  return Object.fromEntries(metrics.map((result) => [result.name, result])) as Examples['results'];
};

/** Asks the reference service everything that the document shows. */
export const askForExamples = async (sample: Sample): Promise<Examples> => ({
  exchanges: await Promise.all(askings.map((asking) => exchange(asking, sample))),
  results: await resultsOf(sample),
});
