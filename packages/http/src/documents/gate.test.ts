import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Full, gate, type Leave } from './gate.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { perKey: 2, total: 3, waitMs: 1_000 };
const entered = (place: unknown): Leave => {
  if (typeof place !== 'function') throw new Error(`No place: ${String(place)}`);
  return place as Leave;
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
  first();
  first();
  entered(await third);
  expect(inside()).toBe(3);
  other();
  entered(await second);
  expect(inside()).toBe(3);
});

test('who waits too long learns why', async () => {
  const { enter, inside } = gate(limits);
  const places = [enter('a'), enter('a'), enter('b')].map(entered);
  const refused: (Leave | Full)[] = [];
  for (const key of ['a', 'c']) void Promise.resolve(enter(key)).then((why) => refused.push(why));
  await vi.advanceTimersByTimeAsync(999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(['key', 'all']);
  for (const leave of places) leave();
  expect(inside()).toBe(0);
  entered(enter('a'));
});
