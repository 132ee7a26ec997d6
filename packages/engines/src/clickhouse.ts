import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engineOf, freePorts } from './process.js';

/** One ClickHouse. */
export interface ClickhouseServer extends Engine {
  /** Its HTTP interface. */
  readonly url: string;
}

/** ClickHouse servers. */
export interface ClickhouseShards {
  readonly shards: readonly ClickhouseServer[];
  /** All shards, with commas between them. */
  readonly urls: string;
  readonly dispose: () => Promise<void>;
}

/** What makes servers replicas of one shard: the address of a ZooKeeper, and a name that no other shard of it has. */
export interface Replication {
  readonly zookeeper: string;
  readonly shard: string;
}

/** The replication of one server; `null` for a shard of its own. */
const replicationOf = (replication: Replication | null, replica: number): string => {
  if (replication === null) return '';
  const [host, port] = replication.zookeeper.split(':');
  return `<zookeeper><session_timeout_ms>8000</session_timeout_ms><node><host>${host}</host><port>${port}</port></node></zookeeper>
  <macros><shard>${replication.shard}</shard><replica>${replica}</replica></macros>`;
};

const configOf = (
  directory: string,
  [http, interserver]: readonly [number, number],
  replication: Replication | null,
): string => `<?xml version="1.0"?>
<yandex>
  <logger><level>error</level><log>${directory}/log</log><errorlog>${directory}/errors</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${http}</http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <interserver_http_port>${interserver}</interserver_http_port>
  <path>${directory}/data/</path>
  <tmp_path>${directory}/tmp/</tmp_path>
  <mark_cache_size>67108864</mark_cache_size>
  <users_config>${directory}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  ${replicationOf(replication, http)}
</yandex>
`;

const users = `<?xml version="1.0"?>
<yandex>
  <profiles><default></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>
`;

const newServer = async (
  directory: string,
  ports: readonly [number, number],
  replication: Replication | null,
) => {
  await mkdir(join(directory, 'data'), { recursive: true });
  await mkdir(join(directory, 'tmp'), { recursive: true });
  await writeFile(join(directory, 'config.xml'), configOf(directory, ports, replication));
  await writeFile(join(directory, 'users.xml'), users);
  const url = `http://127.0.0.1:${ports[0]}`;
  const answers = async () => (await fetch(`${url}/ping`)).ok;
  const args = [`--config-file=${join(directory, 'config.xml')}`];
  const engine = engineOf('clickhouse-server', args, answers);
  await engine.start();
  return { ...engine, url };
};

/**
 * Starts ClickHouse servers.
 *
 * @param replication - makes them replicas of one shard
 */
export const startClickhouse = async (
  count: number,
  replication: Replication | null = null,
): Promise<ClickhouseShards> => {
  const directory = await mkdtemp(join(tmpdir(), 'tallyboard-clickhouse-'));
  const free = await freePorts(2 * count);
  const shards = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      newServer(join(directory, String(at)), [free[2 * at]!, free[2 * at + 1]!], replication),
    ),
  );
  return {
    shards,
    urls: shards.map(({ url }) => url).join(','),
    dispose: async () => {
      await Promise.all(shards.map(({ stop }) => stop('SIGKILL')));
      await rm(directory, { recursive: true, force: true });
    },
  };
};
