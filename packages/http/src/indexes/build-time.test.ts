import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterBuild,
  type BuildSpeed,
  expectedMs,
  msUntilDone,
  noBuilds,
  retryAfterSecondsOf,
} from './build-time.js';

const terms = { buildsAtOnce: 1, buildMsMax: 60_000 };
const speedOf = (...builds: readonly BuildSpeed[]): BuildSpeed =>
  builds.reduce(afterBuild, noBuilds);

describe('the time that a build takes', () => {
  it('is assumed at first, and measured after one large build', () => {
    expect(expectedMs(noBuilds, 10_000_000)).toBe(5000);
    const slow = speedOf({ events: 10_000_000, ms: 20_000 });
    expect(expectedMs(slow, 10_000_000) / 20_000).toBeCloseTo(1, 0);
  });

  it('does not believe what small builds say about large ones', () => {
    const small = Array.from({ length: 50 }, () => ({ events: 300, ms: 12 }));
    expect(expectedMs(speedOf(...small), 10_000_000)).toBeLessThan(6000);
  });

  it('follows a machine that becomes slower', () => {
    const fast = Array.from({ length: 20 }, () => ({ events: 5_000_000, ms: 500 }));
    const slow = Array.from({ length: 6 }, () => ({ events: 5_000_000, ms: 5000 }));
    expect(expectedMs(speedOf(...fast, ...slow), 5_000_000)).toBeGreaterThan(4000);
  });
});

describe('when a build is over', () => {
  const speed = speedOf({ events: 99_000_000, ms: 99_500 });
  const left = (elapsedMs: number) =>
    msUntilDone(speed, [{ events: 10_000_000, elapsedMs }], [], terms);

  it('is what is left of it, and no less than a quarter of what it has taken', () => {
    expect([0, 4000, 8000, 10_000, 20_000].map(left)).toEqual([10_000, 6000, 2000, 2500, 5000]);
  });

  it('is no later than the moment at which it is given up', () => {
    expect(left(59_000)).toBe(1000);
    expect(left(61_000)).toBe(0);
  });

  it('comes after those that wait before it, on as many workers as there are', () => {
    const running = [{ events: 10_000_000, elapsedMs: 4000 }];
    expect(msUntilDone(speed, running, [1_000_000, 2_000_000], terms)).toBe(9000);
    const two = { ...terms, buildsAtOnce: 2 };
    expect(msUntilDone(speed, running, [1_000_000, 2_000_000], two)).toBe(3000);
  });

  it('is never sooner for one that waits longer', () => {
    const events = fc.nat({ max: 50_000_000 });
    fc.assert(
      fc.property(fc.array(events), events, fc.integer({ min: 1, max: 4 }), (waiting, own, at) => {
        const many = { ...terms, buildsAtOnce: at };
        const before = waiting.map((_, count) =>
          msUntilDone(speed, [], [...waiting.slice(0, count), own], many),
        );
        expect(before).toEqual([...before].sort((a, b) => a - b));
      }),
    );
  });
});

it('Retry-After counts whole seconds, at least one', () => {
  expect([0, 1, 1000, 1001, 4200].map(retryAfterSecondsOf)).toEqual([1, 1, 1, 2, 5]);
});
