import { connect } from 'node:net';
import { type Engine, type Engines, startEngines, until } from './process.js';

/** One Redis. */
export interface RedisServer extends Engine {
  /** Stops it and removes its directory. */
  readonly dispose: () => Promise<void>;
}

/** Sends one command and gives back the first piece of the answer. */
const ask = (port: number | string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });

// On the disk before it is answered: what was counted outlives a crash.
const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
const ofCluster =
  '--cluster-enabled yes --cluster-node-timeout 1000 --cluster-require-full-coverage no';

const start = (
  count: number,
  more: (port: number, busPort: number) => readonly string[],
): Promise<Engines> =>
  startEngines('redis-server', count, (directory, [port, busPort]) => {
    const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
    return {
      url: `redis://127.0.0.1:${port}`,
      args: [...own, ...durable, ...more(port, busPort)],
      answers: async () => (await ask(port, 'PING')).startsWith('+PONG'),
    };
  });

/** Starts one Redis that keeps what was written through crashes. */
export const startRedis = async (): Promise<RedisServer> => {
  const { nodes, dispose } = await start(1, () => []);
  return { ...nodes[0]!, dispose };
};

const slots = 16_384;

/** Starts a cluster of three masters; slots of a node that is away are away, the others go on. */
export const startRedisCluster = async (): Promise<Engines> => {
  const busPorts = new Map<string, number>();
  const cluster = await start(3, (port, busPort) => {
    busPorts.set(String(port), busPort);
    return [...ofCluster.split(' '), '--cluster-port', String(busPort)];
  });
  const ports = cluster.nodes.map(({ url }) => new URL(url).port);
  const share = Math.ceil(slots / ports.length);
  for (const [at, port] of ports.entries()) {
    const last = Math.min(slots, (at + 1) * share) - 1;
    await ask(port, `CLUSTER ADDSLOTSRANGE ${at * share} ${last}`);
    await ask(port, `CLUSTER SET-CONFIG-EPOCH ${at + 1}`);
  }
  for (const port of ports) {
    await ask(ports[0]!, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts.get(port)}`);
  }
  for (const port of ports) {
    await until(async () => {
      const info = await ask(port, 'CLUSTER INFO');
      return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
    }, 'the cluster to meet');
  }
  return cluster;
};
