import { type Child, startChild } from './child.js';
import type { EngineCard } from './engine.js';
import type { Batch, LoadReply } from './engine-child.js';
import { engines, ours, reference } from './engines.js';
import type { Options } from './options.js';
import type { LeftOut, Loaded, Result } from './report.js';
import { type Activity, activities, membersFor } from './schools.js';
import { median, quantile } from './statistics.js';

/** An engine that has its organizations of one size. */
interface Runner extends Child {
  readonly card: EngineCard;
}

/** An engine at a work about an organization, and what it took in each round. */
interface Lane {
  readonly runner: Runner;
  readonly work: string;
  readonly activity: Activity;
  readonly agrees: boolean;
  readonly error?: number;
  readonly rounds: number[][];
  /** Questions in a round. */
  count: number;
}

/** What the latency section finds out. */
export interface Latency {
  readonly results: Result[];
  readonly leftOut: LeftOut[];
  readonly loaded: Loaded[];
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const start = async (card: EngineCard, events: number, into: Latency): Promise<Runner | null> => {
  const leaveOut = (reason: string): null => {
    into.leftOut.push({ engine: card.name, work: 'all', events, reason });
    say(`  ${card.title} is left out: ${reason}`);
    return null;
  };
  const child = startChild('engine-child.js', [card.name]);
  try {
    const { version, loadMs, rssBytes } = await child.ask<LoadReply>({ verb: 'load', events });
    const rssBytesPerEvent = rssBytes / (activities.length * events);
    into.loaded.push({ engine: card.name, version, events, loadMs, rssBytesPerEvent });
    say(`  ${card.title}: loaded in ${Math.round(loadMs.zipf)} + ${Math.round(loadMs.flat)} ms`);
    return { ...child, card };
  } catch (error) {
    await child.stop();
    // Nothing can be compared without it.
    if (card.name === reference) throw error;
    return leaveOut((error as Error).message);
  }
};

/** The largest error of estimates, each a text with one number, as a share of the right one. */
const errorOf = (answers: readonly string[], expected: readonly string[]): number => {
  const numberOf = (text: string | undefined): number => Number(/\d+/.exec(text ?? '')?.[0]);
  const errors = answers.map((answer, at) => {
    const right = numberOf(expected[at]);
    return Math.abs(numberOf(answer) - right) / Math.max(1, right);
  });
  return Math.max(...errors);
};

/** Asks every engine the same questions; only one that answers like the reference is timed. */
const compare = async (
  runners: readonly Runner[],
  asked: Omit<Batch, 'batch' | 'count'>,
  checks: number,
): Promise<Lane[]> => {
  const { work, activity } = asked;
  const answersOf = ({ ask }: Runner): Promise<readonly string[]> =>
    ask({ verb: 'answer', ...asked, batch: 0, count: checks });
  const first = runners.find(({ card }) => card.name === reference)!;
  const expected = await answersOf(first);
  const lanes: Lane[] = [];
  for (const runner of runners) {
    const answers = runner === first ? expected : await answersOf(runner);
    if (runner.card.isEstimate === true) {
      const error = errorOf(answers, expected);
      lanes.push({ runner, work, activity, agrees: true, error, rounds: [], count: 1 });
      continue;
    }
    const agrees = answers.every((answer, at) => answer === expected[at]);
    if (!agrees) say(`  ${runner.card.title} DIFFERS at ${work} (${activity})`);
    lanes.push({ runner, work, activity, agrees, rounds: [], count: 1 });
  }
  return lanes;
};

const resultOf = (lane: Lane, events: number, ourMedian: number | null): Result => {
  const { runner, work, activity, agrees, error, rounds } = lane;
  const all = rounds.flat();
  const known = {
    ...(error === undefined ? {} : { error }),
    ...{ work, engine: runner.card.name, activity, events, members: membersFor(events) },
  };
  const none = { medianMs: null, p99Ms: null, minMs: null, maxMs: null, ratioToOurs: null };
  if (all.length === 0) return { ...known, ...none, samples: 0, agrees };
  const medians = rounds.map(median);
  const medianMs = median(all);
  return {
    ...known,
    medianMs,
    p99Ms: quantile(all, 0.99),
    minMs: Math.min(...medians),
    maxMs: Math.max(...medians),
    samples: all.length,
    ratioToOurs: ourMedian === null ? null : medianMs / ourMedian,
    agrees,
  };
};

const resultsOf = (lanes: readonly Lane[], events: number): Result[] =>
  lanes.map((lane) => {
    const our = lanes.find(
      ({ runner, work, activity }) =>
        runner.card.name === ours && work === lane.work && activity === lane.activity,
    );
    const ourMedian =
      our === undefined || our.rounds.length === 0 ? null : median(our.rounds.flat());
    return resultOf(lane, events, ourMedian);
  });

/** Stretches of a lane before the first round: a service that answers has answered before. */
const warmUps = 3;

/** Finds out how many questions fit into a stretch; who answers quickly gets warm by that. */
const warmUp = async (
  { runner, work, activity, ...lane }: Lane,
  events: number,
  stretchMs: number,
): Promise<number> => {
  let { count } = lane;
  for (let turn = 0; turn < warmUps; turn++) {
    const batch = { activity, work, batch: -1 - turn, count, events };
    const taken = await runner.ask<number[]>({ verb: 'time', ...batch });
    count = Math.max(1, Math.min(300, Math.floor(stretchMs / median(taken))));
    if (count === 1) break;
  }
  return count;
};

/** One round: each engine a stretch at each work, its questions all new, beginning with another engine. */
const timeRound = async (lanes: readonly Lane[], events: number, round: number): Promise<void> => {
  const turn = lanes.length === 0 ? 0 : (round * 5) % lanes.length;
  for (const lane of [...lanes.slice(turn), ...lanes.slice(0, turn)]) {
    const { runner, work, activity, count, rounds } = lane;
    const batch = { activity, work, batch: 1 + round, count, events };
    rounds.push(await runner.ask<number[]>({ verb: 'time', ...batch }));
  }
};

const measureSize = async (events: number, options: Options, into: Latency): Promise<void> => {
  say(`${events.toLocaleString('en')} events in each of two organizations`);
  const runners: Runner[] = [];
  const wanted = engines.filter(
    ({ worksOnly }) => worksOnly?.some((work) => options.works.includes(work)) ?? true,
  );
  for (const card of wanted) {
    const runner = await start(card, events, into);
    if (runner !== null) runners.push(runner);
  }
  const lanes: Lane[] = [];
  for (const work of options.works) {
    const able = runners.filter(({ card }) => {
      if (card.worksOnly?.includes(work) === false) return false;
      const reason = card.leavesOut?.[work];
      if (reason !== undefined) into.leftOut.push({ engine: card.name, work, events, reason });
      return reason === undefined;
    });
    for (const activity of activities) {
      const asked = able.filter(({ card }) => (card.activityOnly ?? activity) === activity);
      lanes.push(...(await compare(asked, { work, activity, events }, options.checks)));
    }
  }
  say(`  answers compared; timing ${options.rounds} rounds`);
  const sound = lanes.filter(({ agrees }) => agrees);
  for (const lane of sound) lane.count = await warmUp(lane, events, options.stretchMs);
  for (let round = 0; round < options.rounds; round++) await timeRound(sound, events, round);
  into.results.push(...resultsOf(lanes, events));
  await Promise.all(runners.map(({ stop }) => stop()));
};

/** Latency of every engine at every work and size, rounds interleaved. */
export const measureLatency = async (options: Options): Promise<Latency> => {
  const latency: Latency = { results: [], leftOut: [], loaded: [] };
  for (const events of options.sizes) await measureSize(events, options, latency);
  return latency;
};
