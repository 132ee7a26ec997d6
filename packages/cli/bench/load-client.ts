import { connect, type Socket } from 'node:net';

/*
 * A client that costs as little as can be, as a process of its own: whole requests from one buffer,
 * answers distinguished by their length alone. A message says what to send; it reports when it is done.
 */

/** What to send. */
export interface Load {
  readonly port: number;
  readonly request: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second and connection; as many as are answered when 0. */
  readonly rate: number;
  /** How many requests differ, in the white space that the body begins with; one when left out. */
  readonly variants?: number;
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

/** Requests sent so far, in the whole life of this process. */
let sentCount = 0;
const bitsOfVariant = 24;

/** The next of so many variants: spaces and tabs behind the first brace tell which it is. */
const nextOf = (bytes: Buffer, body: number, variants: number): Buffer => {
  if (variants === 1) return bytes;
  const variant = sentCount++ % variants;
  const own = Buffer.from(bytes);
  for (let bit = 0; bit < bitsOfVariant; bit += 1) {
    own[body + 1 + bit] = ((variant >> bit) & 1) === 0 ? 0x20 : 0x09;
  }
  return own;
};

const load = async (asked: Load): Promise<Loaded> => {
  const { port, request, connections, seconds, rate, variants = 1 } = asked;
  const bytes = Buffer.from(request, 'latin1');
  const body = bytes.indexOf('\r\n\r\n') + 4;
  const latencies: number[] = [];
  const start = performance.now();
  const runOne = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    const length = await exchange(socket, bytes, 0);
    while (performance.now() - start < seconds * 1000) {
      const sent = performance.now();
      await exchange(socket, nextOf(bytes, body, variants), length);
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
