import { Unavailable } from '@tallyboard/ports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remembering } from './fresh.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source whose answers a test chooses. */
const remembered = () => {
  const source = vi.fn((key: string) => Promise.resolve(`${key} 1`));
  return { source, ask: remembering(source).find };
};

it('asks once, and again after a while', async () => {
  const { source, ask } = remembered();
  await Promise.all([ask('a'), ask('a')]);
  vi.advanceTimersByTime(999);
  expect(await ask('a')).toBe('a 1');
  expect(source).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  source.mockResolvedValue('a 2');
  expect(await ask('a')).toBe('a 2');
});

it('has the last answer stand in while the source is away, but not for ever', async () => {
  const { source, ask } = remembered();
  await ask('a');
  source.mockRejectedValue(new Unavailable('away', 1));
  vi.advanceTimersByTime(59_999);
  expect(await ask('a')).toBe('a 1');
  await expect(ask('b')).rejects.toThrow(Unavailable);
  vi.advanceTimersByTime(1);
  await expect(ask('a')).rejects.toThrow(Unavailable);
});

it('has the last answer stand in for one that takes too long, and takes that when it comes', async () => {
  const { source, ask } = remembered();
  await ask('a');
  let answer: (text: string) => void = () => undefined;
  source.mockImplementation(() => new Promise<string>((resolve) => (answer = resolve)));
  vi.advanceTimersByTime(1_000);
  const heard = ask('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await heard).toBe('a 1');
  answer('a 2');
  const next = ask('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('a 2');
  expect(source).toHaveBeenCalledTimes(2);
});

it('waits for what nothing stands in for', async () => {
  const { source, ask } = remembered();
  source.mockImplementation(() => new Promise<never>(() => undefined));
  const heard = vi.fn();
  void ask('a').then(heard, heard);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).not.toHaveBeenCalled();
});
