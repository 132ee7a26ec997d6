import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engineOf, freePorts, until } from './process.js';

/** One Redis. */
export interface RedisServer extends Engine {
  readonly port: number;
  readonly url: string;
  /** Stops it and removes its directory. */
  readonly dispose: () => Promise<void>;
}

/** Sends one command and gives back the first piece of the answer. */
const ask = (port: number, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });

const newServer = async (port: number, more: readonly string[]): Promise<RedisServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'tallyboard-redis-'));
  // On the disk before it is answered: what was counted outlives a crash.
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
  const answers = async () => (await ask(port, 'PING')).startsWith('+PONG');
  const engine = engineOf('redis-server', [...place, ...durable, ...more], answers);
  await engine.start();
  return {
    ...engine,
    port,
    url: `redis://127.0.0.1:${port}`,
    dispose: async () => {
      await engine.stop('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** Starts one Redis that keeps what was written through crashes. */
export const startRedis = async (): Promise<RedisServer> => {
  const [port = 0] = await freePorts(1);
  return newServer(port, []);
};

/** A Redis Cluster. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  /** All nodes, with commas between them. */
  readonly urls: string;
  readonly dispose: () => Promise<void>;
}

const slots = 16_384;

/** Starts a cluster of three masters; slots of a node that is away are away, the others go on. */
export const startRedisCluster = async (): Promise<RedisCluster> => {
  const ports = await freePorts(6);
  const options =
    '--cluster-enabled yes --cluster-node-timeout 1000 --cluster-require-full-coverage no';
  const nodes = await Promise.all(
    [0, 1, 2].map((at) => {
      const own = [...options.split(' '), '--cluster-port', String(ports[at + 3])];
      return newServer(ports[at] ?? 0, own);
    }),
  );
  const share = Math.ceil(slots / nodes.length);
  for (const [at, { port }] of nodes.entries()) {
    const last = Math.min(slots, (at + 1) * share) - 1;
    await ask(port, `CLUSTER ADDSLOTSRANGE ${at * share} ${last}`);
    await ask(port, `CLUSTER SET-CONFIG-EPOCH ${at + 1}`);
  }
  const [first] = nodes;
  for (const [at, { port }] of nodes.entries()) {
    await ask(first?.port ?? 0, `CLUSTER MEET 127.0.0.1 ${port} ${ports[at + 3]}`);
  }
  for (const { port } of nodes) {
    await until(async () => {
      const info = await ask(port, 'CLUSTER INFO');
      return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
    }, 'the cluster to meet');
  }
  return {
    nodes,
    urls: nodes.map(({ url }) => url).join(','),
    dispose: async () => {
      await Promise.all(nodes.map(({ dispose }) => dispose()));
    },
  };
};
