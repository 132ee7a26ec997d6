import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { randomFrom } from '@tallyboard/arbitraries';

/** Requests that are to be compared, by name; each is sent as it is on one connection that stays open. */
export type Requests = Readonly<Record<string, string>>;

/** Microseconds from sending to the last byte, by name. */
export type Times = Readonly<Record<string, readonly number[]>>;

const endOf = (text: string): number => {
  const head = text.indexOf('\r\n\r\n');
  return head < 0 ? Infinity : head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
};

const exchange = (socket: Socket, request: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const take = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      if (heard.length < endOf(heard)) return;
      socket.off('data', take);
      resolve(heard);
    };
    socket.on('data', take);
    socket.write(request);
  });

const random = randomFrom(1);

/** Puts items in an order by chance. */
const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Rounds that are not counted: what is run often is compiled in them. */
const warmingRoundsMax = 1_000;

/** Sends all requests once a round, in an order by chance, so that all meet the same machine. */
export const timeRequests = async (
  port: number,
  requests: Requests,
  rounds: number,
  status: number,
): Promise<Times> => {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const times = Object.fromEntries(Object.keys(requests).map((name) => [name, [] as number[]]));
  const sent = Object.entries(requests);
  for (let round = -Math.min(warmingRoundsMax, rounds); round < rounds; round += 1) {
    for (const [name, request] of shuffled(sent)) {
      const start = process.hrtime.bigint();
      const answer = await exchange(socket, request);
      const taken = Number(process.hrtime.bigint() - start) / 1000;
      if (!answer.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`${name}: ${answer}`);
      if (round >= 0) times[name]?.push(taken);
    }
  }
  socket.destroy();
  return times;
};
