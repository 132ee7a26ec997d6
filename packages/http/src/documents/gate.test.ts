import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Full, gate, type Place } from './gate.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { perKey: 2, total: 3, waitMs: 1_000, untakenMs: 300 };
const entered = (place: unknown): Place => {
  if (typeof place === 'string') throw new Error(`No place: ${place}`);
  return place as Place;
};

test('a key has so many places, all keys together so many', async () => {
  const { enter, inside } = gate(limits);
  const first = entered(enter('a'));
  entered(enter('a'));
  const third = Promise.resolve(enter('a'));
  const other = entered(enter('b'));
  expect(inside()).toBe(3);
  const second = Promise.resolve(enter('b'));
  // b has a place of its own left, but all are taken; a leaves, and the one of a came first.
  first.leave();
  first.leave();
  entered(await third);
  expect(inside()).toBe(3);
  other.leave();
  entered(await second);
  expect(inside()).toBe(3);
});

test('who waits too long learns why', async () => {
  const { enter, inside } = gate(limits);
  const places = [enter('a'), enter('a'), enter('b')].map(entered);
  const refused: (Place | Full)[] = [];
  for (const key of ['a', 'c']) void Promise.resolve(enter(key)).then((why) => refused.push(why));
  await vi.advanceTimersByTimeAsync(999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(['key', 'all']);
  for (const { leave } of places) leave();
  expect(inside()).toBe(0);
  entered(enter('a'));
});

test('a key with fewer places enters before one that came earlier', async () => {
  const { enter } = gate({ ...limits, perKey: 3 });
  const [, , other] = ['a', 'a', 'b'].map((key) => entered(enter(key)));
  const order: string[] = [];
  for (const key of ['a', 'c', 'd']) void Promise.resolve(enter(key)).then(() => order.push(key));
  other!.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['c']);
});

/** Enters; ended, it leaves at once. */
const endable = ({ enter }: ReturnType<typeof gate>, key: string, ended: string[]) => {
  const place = entered(
    enter(key, () => {
      ended.push(key);
      place.leave();
    }),
  );
  return place;
};

test('answers of which nothing is taken are ended while others wait, the longest first', async () => {
  const slow = gate(limits);
  const ended: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((key) => endable(slow, key, ended));
  b!.offer(true);
  await vi.advanceTimersByTimeAsync(100);
  a!.offer(true);
  c!.offer(true);
  // What the client takes is made meanwhile: then nothing waits for it.
  c!.offer(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toEqual([]);
  b!.offer(false);
  b!.offer(true);
  entered(slow.enter('d'));
  expect(ended).toEqual(['a']);
  const waits = Promise.resolve(slow.enter('e'));
  await vi.advanceTimersByTimeAsync(299);
  expect(ended).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(201);
  entered(await waits);
  expect(ended).toEqual(['a', 'b']);
  const last = Promise.resolve(slow.enter('f'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await last, ended.length]).toEqual(['all', 2]);
});

test('a key that has all of its own places ends none', async () => {
  const slow = gate({ ...limits, total: 2 });
  const ended: string[] = [];
  for (const key of ['a', 'a']) endable(slow, key, ended).offer(true);
  await vi.advanceTimersByTimeAsync(10_000);
  const waits = Promise.resolve(slow.enter('a'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await waits, ended]).toEqual(['key', []]);
});
