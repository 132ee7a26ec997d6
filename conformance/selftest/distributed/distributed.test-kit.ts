import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importIntoClickhouse, openShards } from '@tallyboard/clickhouse';
import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { startClickhouse, startRedis } from '@tallyboard/engines';
import { openService } from '../../../packages/cli/src/serve/open-service.js';
import {
  linesOf,
  ndjson,
  testDirectory,
} from '../../../packages/store/src/import/import-facts.test-kit.js';

/** Passes each request on to the next of some services, in turn, with its headers as they came. */
const alternatingFront = async (addresses: readonly string[]) => {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', rawHeaders } = incoming;
    const address = `${addresses[turn++ % addresses.length]}${url}`;
    const passed = request(address, { method, headers: rawHeaders }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
};

/** What a world is served with. */
interface ServedWorld {
  readonly facts: Facts;
  readonly now: Instant;
  /** Requests an hour; the service's own when left out, 0 for no limit. */
  readonly allowance?: number;
}

/** Two shards of ClickHouse and one Redis; worlds are served from them by two replicas. */
export const distributedSetup = async () => {
  const [clickhouse, redis] = await Promise.all([startClickhouse(2), startRedis()]);
  const place = testDirectory();
  let databases = 0;
  return {
    /** Loads a world, and serves it behind an address until it is closed. */
    serve: async ({ facts, now, ...options }: ServedWorld) => {
      // A Redis has sixteen databases; requests of one world are not to be counted in the next.
      const redisUrl = `${redis.url}/${databases % 16}`;
      const database = `world_${databases++}`;
      const urls = clickhouse.nodes.map(({ url }) => `${url}/${database}`).join(',');
      const shards = openShards(urls);
      const problems: unknown[] = [];
      await importIntoClickhouse({
        shards,
        paths: [place.file('facts.ndjson', ndjson(linesOf(facts)))],
        now,
        onProblem: (problem) => void problems.push(problem),
      });
      if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));
      const replica = () =>
        openService({
          facts: openShards(urls),
          redis: redisUrl,
          now,
          port: 0,
          ...options,
        });
      const replicas = [await replica(), await replica()];
      const front = await alternatingFront(replicas.map(({ address }) => address));
      return {
        address: front.address,
        close: async () => {
          front.close();
          await Promise.all(replicas.map(({ close }) => close(0)));
          await Promise.all(
            shards.all.map((shard) => shard.run({ sql: `DROP DATABASE ${database}` })),
          );
          await shards.close();
        },
      };
    },
    dispose: async () => {
      await Promise.all([clickhouse.dispose(), redis.dispose()]);
      place.remove();
    },
  };
};
