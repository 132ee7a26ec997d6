import { expect, test, vi } from 'vitest';
import type { Reply } from '../wire/exchanged.js';
import { type GateLimits, gate } from './gate.js';
import { documents } from './respond-in-pieces.js';

const gateOf = (limits: Omit<GateLimits, 'untakenMs'>) => gate({ ...limits, untakenMs: 60_000 });

const places = () => gateOf({ perKey: 64, total: 64, waitMs: 20 });

/** A client with a key of its own, and whether it has left. */
const client = (sha256: string) => {
  const state = { isGone: false };
  const call = { asked: { isGone: () => state.isGone }, passed: { headers: {}, key: { sha256 } } };
  return { state, call };
};

/** Pieces without end; reads wait from the moment that `hold` is called, until `release` is. */
const endless = () => {
  const read = { begun: 0, ended: 0 };
  let held: Promise<void> = Promise.resolve();
  let release = (): void => undefined;
  const hold = (): void => {
    held = new Promise((resolve) => (release = resolve));
  };
  async function* pieces(): AsyncGenerator<string, undefined> {
    for (;;) {
      read.begun += 1;
      await held;
      read.ended += 1;
      yield 'x';
    }
  }
  return { read, pieces, hold, release: () => release() };
};

const streamOf = ({ body }: Reply) => body as ReadableStream<Uint8Array<ArrayBuffer>>;

test('a few large boards are sent at a time, the others are refused before anything is sent', async () => {
  const { pieces } = endless();
  const { respond } = documents(undefined, places(), gateOf({ perKey: 1, total: 2, waitMs: 20 }));
  const ask = async (key: string) =>
    respond(client(key).call, () => Promise.resolve({ large: pieces() }));
  const [first, second] = [await ask('a'), await ask('b')];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = [await ask('a'), await ask('c')];
  expect(refused.map(({ status, headers }) => [status, headers['Retry-After']])).toEqual([
    [429, '1'],
    [503, '1'],
  ]);
  expect(refused.map(({ body }) => body)).toEqual([
    expect.stringContaining('large documents of this key'),
    expect.stringContaining('large documents'),
  ]);
  const small = await respond(client('a').call, () => pieces());
  expect(small.status).toBe(200);
  await streamOf(first).cancel();
  const third = await ask('c');
  expect(third.status).toBe(200);
});

test('a document that is sent whole keeps its place until it is out', async () => {
  const few = gateOf({ perKey: 1, total: 1, waitMs: 20 });
  const { respond } = documents(undefined, few);
  const ask = async () => respond(client('a').call, () => ['whole'].values());
  const first = await ask();
  expect([first.body, (await ask()).status]).toEqual(['whole', 429]);
  first.sent?.();
  expect((await ask()).status).toBe(200);
});

test('a place is free when the page that was being read has come', async () => {
  const { pieces, hold, release, read } = endless();
  const { respond } = documents(undefined, places(), gateOf({ perKey: 1, total: 1, waitMs: 20 }));
  const ask = async () => respond(client('a').call, () => Promise.resolve({ large: pieces() }));
  const reader = streamOf(await ask()).getReader();
  for (let piece = 0; piece < 4; piece += 1) await reader.read();
  hold();
  const { begun } = read;
  void reader.read();
  await expect.poll(() => read.begun).toBe(begun + 1);
  void reader.cancel();
  expect((await ask()).status).toBe(429);
  release();
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test('large boards are read one piece at a time, and nothing is read for clients that have left', async () => {
  const { pieces, hold, release, read } = endless();
  const { respond } = documents(undefined, places(), places());
  const ask = (key: string, of = pieces) => {
    const { call, state } = client(key);
    const reply = Promise.resolve(respond(call, () => Promise.resolve({ large: of() })));
    return { state, reply };
  };
  // A piece that takes a second keeps others waiting no longer: it must not pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hold();
  const first = ask('a');
  const others = ['b', 'c', 'd'].map((key) => ask(key));
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  vi.useRealTimers();
  expect(read).toEqual({ begun: 1, ended: 0 });
  for (const { state } of others) state.isGone = true;
  release();
  await Promise.all(others.map(({ reply }) => reply));
  const { body } = await first.reply;
  expect(body).toBeInstanceOf(ReadableStream);
  expect(read.begun).toBe(4);
});

test('a client that left while it waited for a place is not asked for', async () => {
  const few = gateOf({ perKey: 1, total: 1, waitMs: 5_000 });
  const { respond } = documents(undefined, few);
  const { pieces } = endless();
  const first = await respond(client('a').call, () => pieces());
  const second = client('b');
  let asked = 0;
  const waiting = respond(second.call, () => {
    asked += 1;
    return pieces();
  });
  second.state.isGone = true;
  await streamOf(first).cancel();
  await waiting;
  expect([asked, few.inside()]).toEqual([0, 0]);
});

test.each(['places of large documents', 'places of all documents'])(
  'an answer of which nothing is taken makes room: %s',
  async (which) => {
    const one = { perKey: 1, total: 1, waitMs: 60_000, untakenMs: 20 };
    const isLarge = which.includes('large');
    const { respond } = documents(undefined, isLarge ? places() : gate(one), gate(one));
    const { pieces } = endless();
    const ended: string[] = [];
    const ask = async (key: string, end: () => void, isWhole: boolean): Promise<Reply> => {
      const hangUp = (): void => {
        ended.push(key);
        end();
      };
      const made = isWhole ? ['whole'].values() : pieces();
      return respond({ ...client(key).call, asked: { hangUp } }, () =>
        isLarge ? { large: made } : made,
      );
    };
    const whole: Reply = await ask('a', () => whole.sent?.(), true);
    const stream = await ask('b', () => void reader.cancel(), false);
    const reader = streamOf(stream).getReader();
    await reader.read();
    const last = await ask('c', () => undefined, true);
    expect([last.body, ended]).toEqual(['whole', ['a', 'b']]);
  },
);
