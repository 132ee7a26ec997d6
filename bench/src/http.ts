import { join } from 'node:path';
import { randomFrom } from '@tallyboard/arbitraries';
import { type Child, startChild } from './children.js';
import type { Given } from './measured/server.js';
import type { Options } from './options.js';
import { questionsFor } from './questions.js';
import { type Collector, say } from './rows.js';
import { makeSample } from './sample.js';
import { now, schoolOf, seed } from './school.js';

/** As much of the load generator as is used here; it is installed for the benchmark alone. */
interface Request {
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly setupRequest?: (request: Request) => Request;
}
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly requests: readonly Request[];
}) => Promise<{
  readonly requests: { readonly average: number };
  readonly latency: { readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}>;

const connections = 16;

const requestsTo = (org: string, key: string) => {
  const headers = { 'Content-Type': 'application/json', 'X-API-KEY': key };
  const path = `/v1/organizations/${org}/analytics`;
  const bodies = questionsFor('dashboard', schoolOf(100_000), 50).flatMap((question) =>
    'body' in question ? [question.body] : [],
  );
  const random = randomFrom(seed);
  let sent = 0;
  // The same entries in an order that no request had before: no answer can be remembered.
  const setupRequest = (request: Request): Request => {
    const body = bodies[sent++ % bodies.length]!;
    const metrics = body.metrics
      .map((entry) => [random(), entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry);
    return { ...request, body: JSON.stringify({ ...body, metrics }) };
  };
  const post = { method: 'POST', path, headers } as const;
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  return {
    'repeated bodies': bodies.map((body) => ({ ...post, body: JSON.stringify(body) })),
    'bodies never seen': [{ ...post, setupRequest }],
    'a mix: figures, rosters, users': [
      { ...post, setupRequest },
      get(`${path}/users?sort=posts&order=desc`),
      get(`${path}/users?page=2`),
      get('/v1/me?include=organizations'),
    ],
  };
};

/** The service of each checkout, and Node with JSON alone, under load over the loopback interface. */
export const measureHttp = async (
  { trees, rounds, isQuick }: Options,
  { add }: Collector,
): Promise<void> => {
  say('HTTP on the loopback interface');
  const name = 'autocannon';
  const { default: autocannon } = (await import(name)) as { default: Autocannon };
  const sample = await makeSample(trees.tallyboard, 100_000);
  const servers: { name: string; url: string; child: Child }[] = [];
  const start = async (name: string, root: string, given?: Given) => {
    const child = startChild();
    const order = { root, facts: join(sample.directory, 'facts'), now, given };
    servers.push({ name, child, url: await child.ask('serve', order) });
  };
  try {
    for (const [name, root] of Object.entries(trees)) await start(name, root);
    const sets = requestsTo(sample.org, sample.key);
    const { method, path, headers, body } = sets['repeated bodies'][0]!;
    const answer = await fetch(servers[0]!.url + path, { method, headers, body });
    const document: unknown = await answer.json();
    if (answer.status !== 200) throw new Error(JSON.stringify(document));
    const sent = [...answer.headers].filter(
      ([name]) => !/^(connection|date|keep-alive|content-(length|encoding))$/.test(name),
    );
    await start('json', trees.tallyboard, { headers: Object.fromEntries(sent), document });
    const heaps = new Map<string, number>();
    for (const [what, requests] of Object.entries(sets)) {
      // The first round warms up.
      for (let round = -1; round < rounds; round++)
        for (const { name, url, child } of servers) {
          if (name === 'json' && what.startsWith('a mix')) continue;
          const duration = isQuick ? 1 : 3;
          const load = { url, connections, duration, requests };
          const { requests: rate, latency, non2xx, errors } = await autocannon(load);
          if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`);
          if (round < 0) heaps.set(name, await child.ask('heap', {}));
          else {
            const of = { section: 'http', on: '100k events' } as const;
            add({ ...of, what, unit: 'requests/s' }, name, rate.average);
            add({ ...of, what: `${what}, p99`, unit: 'ms', isDetail: true }, name, latency.p99);
          }
        }
    }
    for (const { name, child } of servers.filter((one) => one.name !== 'json')) {
      const growth = (await child.ask('heap', {})) / heaps.get(name)! - 1;
      const of = { section: 'http', on: '100k events', unit: '%', isDetail: true } as const;
      add({ ...of, what: 'growth of the heap under the mix' }, name, 100 * growth);
    }
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()));
    sample.remove();
  }
};
