import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Full, fairSlots, type Slot } from './slots.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = {
  ...{ perKey: 2, perOrganization: 3, total: 4 },
  ...{ waitMs: 5_000, leastRate: 1_000, watchMs: 1_000 },
};
const owner = (name: string) => ({ organization: name[0]!, key: name });
type Acquire = ReturnType<typeof fairSlots>;
const acquire = (all: Acquire, name: string) => all(owner(name), () => undefined);
const held = (slot: unknown): Slot => {
  if (typeof slot === 'string') throw new Error(`No slot: ${slot}`);
  return slot as Slot;
};

/** Acquires a slot that its answer gives back when it is ended. */
const endable = (all: Acquire, name: string, ended: string[]): Slot => {
  const slot: Slot = held(
    all(owner(name), () => {
      ended.push(name);
      slot.release();
    }),
  );
  return slot;
};

/** What comes of asking for a slot. */
const asking = (all: Acquire, name: string) => {
  const answer: { given: Slot | Full | null } = { given: null };
  void Promise.resolve(acquire(all, name)).then((given) => (answer.given = given));
  return answer;
};

test('a key, an organization and all together have so many', async () => {
  const all = fairSlots(limits);
  const [first] = ['a1', 'a1', 'a2'].map((name) => held(acquire(all, name)));
  const [key, organization] = ['a1', 'a3'].map((name) => asking(all, name));
  const other = held(acquire(all, 'b1'));
  const total = asking(all, 'c1');
  await vi.advanceTimersByTimeAsync(4_999);
  expect([key!.given, organization!.given, total.given]).toEqual([null, null, null]);
  await vi.advanceTimersByTimeAsync(1);
  expect([key!.given, organization!.given, total.given]).toEqual(['key', 'all', 'all']);
  const waiting = asking(all, 'a3');
  first!.release();
  first!.release();
  await vi.advanceTimersByTimeAsync(0);
  held(waiting.given);
  const last = asking(all, 'c1');
  await vi.advanceTimersByTimeAsync(0);
  expect(last.given).toBe(null);
  other.release();
  await vi.advanceTimersByTimeAsync(0);
  held(last.given);
});

test('the organization with the fewest enters first, then the key with the fewest, then the first', async () => {
  const all = fairSlots({ ...limits, perKey: 3, perOrganization: 4 });
  const [one] = ['a1', 'a2', 'a2', 'b1'].map((name) => held(acquire(all, name)));
  const order: string[] = [];
  for (const name of ['a2', 'b1', 'b2', 'b3', 'c1']) {
    void Promise.resolve(acquire(all, name)).then((slot) => {
      order.push(name);
      held(slot).release();
    });
  }
  one!.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['c1', 'b2', 'b3', 'b1', 'a2']);
});

test('while others wait, a reader that takes less than the least rate is ended, the slowest first', async () => {
  const all = fairSlots({ ...limits, perOrganization: 4 });
  const ended: string[] = [];
  // Bytes a second; the kernel takes the first million at once.
  const rates = { a1: 500, a2: 900, a3: 2_000 };
  const readers = Object.entries(rates).map(([name, rate]) => {
    const slot = endable(all, name, ended);
    slot.offered();
    slot.taken(1_000_000);
    slot.offered();
    return { slot, rate };
  });
  // The service works at this one: its client is not slow.
  endable(all, 'a4', ended);
  const read = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await vi.advanceTimersByTimeAsync(100);
      for (const { slot, rate } of readers) {
        slot.taken(rate / 10);
        slot.offered();
      }
    }
  };
  await read(30_000);
  expect(ended).toEqual([]);
  const first = asking(all, 'b1');
  await vi.advanceTimersByTimeAsync(0);
  held(first.given);
  expect(ended).toEqual(['a1']);
  const second = asking(all, 'b2');
  await vi.advanceTimersByTimeAsync(0);
  held(second.given);
  expect(ended).toEqual(['a1', 'a2']);
  const third = asking(all, 'b3');
  await read(5_000);
  expect([third.given, ended]).toEqual(['all', ['a1', 'a2']]);
});

test('a reader of which nothing is known yet is watched first', async () => {
  const all = fairSlots({ ...limits, total: 1 });
  const ended: string[] = [];
  endable(all, 'a1', ended).offered();
  const waiting = asking(all, 'b1');
  await vi.advanceTimersByTimeAsync(900);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(ended).toEqual(['a1']);
  held(waiting.given);
});

test('an organization at its limit ends its own slow readers and no others; a key at its limit ends none', async () => {
  const all = fairSlots({ ...limits, perOrganization: 2 });
  const ended: string[] = [];
  for (const name of ['b1', 'a1', 'a2']) endable(all, name, ended).offered();
  await vi.advanceTimersByTimeAsync(2_000);
  const waiting = asking(all, 'a3');
  await vi.advanceTimersByTimeAsync(0);
  held(waiting.given);
  expect(ended).toEqual(['a1']);
  const key = fairSlots({ ...limits, perKey: 1 });
  endable(key, 'a1', ended).offered();
  await vi.advanceTimersByTimeAsync(2_000);
  const refused = asking(key, 'a1');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([refused.given, ended]).toEqual(['key', ['a1']]);
});
