import { describe, expect, test } from 'vitest';
import { memoryLedger } from '../../src/plan/ledger.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';
import { hourlyMin, type Watched } from '../../src/watch/ask.js';
import { watchHour } from '../../src/watch/hour.js';
import { prometheusText } from '../../src/watch/prometheus.js';
import { newWatch, type Suspect, type WatchState } from '../../src/watch/state.js';
import type { Change } from '../../src/watch/suspects.js';
import { lineOfHour, watch } from '../../src/watch/watch.js';
import { buildWorld } from '../../src/world/build-world.js';
import { counting } from '../counting.test-kit.js';
import { withEdges } from '../edges.test-kit.js';
import { onReply } from '../mutants/mutant.test-kit.js';
import { serve } from '../reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const hourMs = 3_600_000;

/** A service that is right until an hour and wrong from then on, or for some hours. */
const changing = (
  reply: Parameters<typeof onReply>[0],
  from: number,
  to = Number.POSITIVE_INFINITY,
) => {
  const { fetch, clock } = serve(world);
  const wrong = onReply(reply)(fetch);
  const started = clock.now();
  const counted = counting(fetch);
  const handler: FetchHandler = (request) => {
    const hours = (clock.now() - started) / hourMs;
    return hours >= from && hours < to ? wrong(request) : counted.fetch(request);
  };
  const watched: Watched = {
    share: 0.2,
    run: {
      fetch: handler,
      clock,
      targets: { main: world.targets.main },
      now,
      only: ['4.1-R7', '4.2-R1e', '4.2-R1f'],
      ledger: memoryLedger(),
    },
  };
  return { watched, clock, counted };
};

const watching = async (
  { watched, clock }: ReturnType<typeof changing>,
  hours: number,
  first: WatchState = newWatch,
) => {
  const changes: Change[] = [];
  const start = Date.parse(now);
  const state = await watch(watched, first, {
    clock,
    hours,
    untilAlarm: false,
    save: () => undefined,
    alarm: (change) => {
      changes.push(change);
      return Promise.resolve();
    },
  });
  const alarms = changes.map(({ kind, rule, at }) => ({
    kind,
    rule,
    hour: Math.floor((Date.parse(at) - start) / hourMs),
  }));
  return { state, alarms };
};

/** The refusal of an unknown sort, served: asked for once in a round. */
const served: Parameters<typeof onReply>[0] = (reply, call) =>
  call.url.search.includes('sort=') && reply.status === 400 ? { ...reply, status: 200 } : null;

describe('watch', () => {
  test('a second observation confirms a fault, and later its end: one change each', async () => {
    const { state, alarms } = await watching(changing(served, 2, 5), 12);
    expect(alarms.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['broken', '4.2-R1e'],
      ['fixed', '4.2-R1e'],
    ]);
    const [broken, fixed] = alarms;
    // One hour to see it, and one more to confirm it.
    expect([broken?.hour, fixed?.hour]).toEqual([3, 6]);
    expect(state.broken).toEqual({});
  });

  test('the line of an hour says why the service could not be asked', async () => {
    const { watched } = changing(served, 0, 0);
    const targets = { main: { ...watched.run.targets.main, key: 'no-key' } };
    const hour = await watchHour({ ...watched, run: { ...watched.run, targets } }, newWatch);
    expect(hour.state.isReached).toBe(false);
    expect(lineOfHour(hour)).toMatch(/0 suspected; The key was refused \(401\)/);
  });

  test('what is wrong for an hour only is no alarm', async () => {
    const { alarms } = await watching(changing(served, 1, 2), 6);
    expect(alarms).toEqual([]);
  });

  test('spends its share of each hour, and goes on with the round', async () => {
    const { watched: few, clock, counted } = changing(() => null, 1e9);
    const watched = { ...few, run: { ...few.run, only: [] } };
    let before = 0;
    const perHour: number[] = [];
    const state = await watch(watched, newWatch, {
      clock,
      hours: 5,
      untilAlarm: false,
      save: () => {
        const after = counted.most('/analytics');
        perHour.push(after - before);
        before = after;
      },
      alarm: () => Promise.resolve(),
    });
    expect(perHour).toEqual([12, 12, 12, 12, 12, 12]);
    expect(state.rounds).toBe(0);
  });

  test('at the smallest share the round goes on in each hour, also while a rule is suspected', async () => {
    const { watched: few, clock } = changing(served, 0);
    const watched = { ...few, share: hourlyMin / 60, run: { ...few.run, only: [] } };
    const suspect = { rule: '4.2-R1e', kind: 'broken', place: null, seq: 0, isRechecked: false };
    const left: number[] = [];
    await watch(
      watched,
      { ...newWatch, suspects: [suspect as Suspect] },
      {
        clock,
        hours: 4,
        untilAlarm: false,
        save: () => undefined,
        alarm: () => Promise.resolve(),
        progress: (hour) => left.push(hour.left),
      },
    );
    expect(left).toHaveLength(5);
    expect(
      left.every((one, at) => at === 0 || one < (left[at - 1] ?? 0)),
      left.join(),
    ).toBe(true);
  });

  test('goes on from its state as if it had never stopped', async () => {
    const one = changing(served, 2);
    const whole = await watching(one, 6);
    const other = changing(served, 2);
    const { state } = await watching(other, 2);
    await other.clock.sleep(hourMs);
    const rest = await watching(other, 3, JSON.parse(JSON.stringify(state)) as WatchState);
    expect(Object.keys(rest.state.broken)).toEqual(Object.keys(whole.state.broken));
  });

  test('the gauges name what is broken', () => {
    const text = prometheusText({
      ...newWatch,
      broken: { '4.2-R1e': { at: now, place: null } },
      askedAt: now,
    });
    expect(text).toContain('tallyboard_conformance_rule_broken{rule="4.2-R1e"} 1\n');
    expect(text).toContain('tallyboard_conformance_rules_broken 1\n');
    expect(text).toContain(`tallyboard_conformance_asked_seconds ${Date.parse(now) / 1000}\n`);
  });
});
