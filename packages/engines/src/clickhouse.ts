import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engines, startEngines } from './process.js';

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

/** The configuration of a server and of its only user. */
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
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  ${replicationOf(replication, http)}
  <profiles><default></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>
`;

/**
 * Starts ClickHouse servers.
 *
 * @param replication - makes them replicas of one shard
 */
export const startClickhouse = (
  count: number,
  replication: Replication | null = null,
): Promise<Engines> =>
  startEngines('clickhouse-server', count, async (directory, ports) => {
    const file = join(directory, 'config.xml');
    await writeFile(file, configOf(directory, ports, replication));
    const url = `http://127.0.0.1:${ports[0]}`;
    const answers = async () => (await fetch(`${url}/ping`)).ok;
    return { url, args: [`--config-file=${file}`], answers };
  });
