import { connect, type Socket } from 'node:net';

/*
 * A client that costs as little as can be, as a process of its own: whole requests from one buffer,
 * answers told apart by their length alone. Told by message what to send, it reports when it is done.
 */

/** What to send. */
export interface Load {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second and connection; as many as are answered when 0. */
  readonly rate: number;
}

/** What came of it. */
export interface Loaded {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds, ascending. */
  readonly latencies: readonly number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The bytes of one answer, from its head and its Content-Length. */
const lengthOf = (answer: string): number => {
  const head = answer.indexOf('\r\n\r\n') + 4;
  return head + Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
};

const exchange = (socket: Socket, request: Buffer, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let received = 0;
    let heard = '';
    const take = (chunk: Buffer): void => {
      received += chunk.length;
      if (length === 0) heard += chunk.toString('latin1');
      const expected = length === 0 ? lengthOf(heard) : length;
      if (received < expected) return;
      socket.off('data', take);
      if (received > expected) reject(new Error(`${received} bytes instead of ${expected}`));
      else resolve(received);
    };
    socket.on('data', take);
    socket.write(request);
  });

const load = async ({ port, request, connections, seconds, rate }: Load): Promise<Loaded> => {
  const bytes = Buffer.from(request, 'latin1');
  const latencies: number[] = [];
  const start = performance.now();
  const runOne = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    const length = await exchange(socket, bytes, 0);
    while (performance.now() - start < seconds * 1000) {
      const sent = performance.now();
      await exchange(socket, bytes, length);
      latencies.push(performance.now() - sent);
      if (rate > 0) await wait(Math.max(0, sent + 1000 / rate - performance.now()));
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, runOne));
  const taken = (performance.now() - start) / 1000;
  return { answers: latencies.length, seconds: taken, latencies: latencies.sort((a, b) => a - b) };
};

process.on('message', (asked: Load) => {
  void load(asked).then((loaded) => process.send?.(loaded));
});
