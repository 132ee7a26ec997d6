import { dayOfInstant, type Facts, monthOfDay } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type Answer, retryAfterOf } from '../judge/evidence.js';
import { differenceOf } from '../judge/expected.js';
import { sentEntries } from '../judge/metrics/answer.js';
import type { Target } from '../model/configuration.js';
import { parseJson } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import { type Family, type ProbeContext, probe } from '../probes/probe.js';
import { type Questions, questionsArbitrary } from '../probes/questions.js';
import { expectedFrom } from '../seeded/expected-values.js';
import { withEntries } from '../smallest.js';
import type { Clock } from '../transport/clock.js';
import type { Received, Transport } from '../transport/transport.js';
import { factsArbitrary, type World, worldOf } from '../world/build-world.js';
import { shrinkFacts } from './shrink.js';

/** How an answer differs from what the facts give; `null` when it does not. */
const disagreement = (
  { facts, now, targets }: Asked,
  request: PlannedRequest,
  { status, body }: Received & { readonly kind: 'answer' },
): string | null => {
  if (status !== 200) return `answered ${status}`;
  const document = parseJson(body, request.endpoint);
  const knows = expectedFrom(
    { facts, now: () => Date.parse(now), targets },
    null,
    () => undefined,
  )(request);
  const sent = { type: 'sent', seq: 1, at: '', purpose: 'submit', request, knows } as const;
  const answer: Answer = {
    ...{ seq: 1, probe: request.probe, status, headers: new Map(), request, document },
    exchange: { seq: 1, sent, answer: null, broken: null, document },
  };
  return differenceOf(answer);
};

/** What a service answers from, and whom it answers. */
export interface Asked {
  readonly facts: Facts;
  readonly now: string;
  readonly targets: { readonly main: Target };
}

/** Facts that the service has already: random questions for so many seconds. */
export interface OverFacts {
  readonly world: Asked;
  readonly seconds: number;
}

/** Small random worlds, each loaded into the service. */
export interface OverWorlds {
  readonly now: string;
  readonly runs: number;
  /** The most loads that shrinking may spend. */
  readonly shrinksMax: number;
  /** Replaces the data of the service; rejects when that fails. */
  readonly load: (world: World) => Promise<void>;
}

/** What an exploration works with. */
export interface ExploreOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly maxWaitSeconds: number;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly over: OverFacts | OverWorlds;
  readonly note: (message: string) => void;
}

/** The smallest request, and world, on which service and facts disagree. */
export interface Disagreement {
  readonly world: Asked;
  readonly request: PlannedRequest;
  readonly says: string;
}

/** What an exploration found. */
export interface Exploration {
  /** Worlds, or rounds of questions over one. */
  readonly runs: number;
  readonly shrinks: number;
  readonly found: Disagreement | null;
  /** Why it ended early, or `null`. */
  readonly stopped: string | null;
}

/** The service cannot be asked any more: neither right nor wrong. */
class Stopped extends Error {}

const familyOf = ({ facts, targets }: Asked): Family =>
  facts.organization.find(({ id }) => id === targets.main.org)?.type === 'team' ? 'team' : 'school';

const requestsOf = (world: Asked, { metrics, rosters }: Questions): readonly PlannedRequest[] => {
  const context: ProbeContext = {
    organizations: { main: world.targets.main.org },
    boards: { readable: [], forbidden: [] },
    month: monthOf(world.now),
    family: familyOf(world),
    seed: 0,
    rotation: 0,
    roster: null,
  };
  const made = (endpoint: 'metrics' | 'roster', draft: object): PlannedRequest =>
    complete(
      probe({ id: 'explore', endpoint, kind: 'valid', says: '', draft: () => draft }),
      draft,
      context,
    );
  return [
    ...metrics.map((body) => made('metrics', { body })),
    ...rosters.map((query) => made('roster', { query })),
  ];
};

/** Asks until the answer is no 202 any more. */
const settle = async (
  options: ExploreOptions,
  world: Asked,
  request: PlannedRequest,
): Promise<Received> => {
  const until = options.clock.now() + options.maxWaitSeconds * 1000;
  for (;;) {
    const received = await options.transport({
      method: request.method,
      url: `${options.baseUrl.replace(/\/+$/, '')}${request.path}`,
      headers: [['X-API-KEY', world.targets.main.key], ...request.headers],
      body: request.body,
      timeoutMs: 30_000,
      bytesMax: 16 * 1024 * 1024,
    });
    if (received.kind === 'broken') throw new Stopped(`${received.problem}: ${received.detail}`);
    if (received.status === 429) throw new Stopped('the allowance is used up (429)');
    if (received.status !== 202) return received;
    const headers = new Map(received.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const waitMs = Math.max(0.2, retryAfterOf({ headers }) ?? 2) * 1000;
    if (options.clock.now() + waitMs > until) throw new Stopped('figures are pending for too long');
    await options.clock.sleep(waitMs);
  }
};

const ask = async (
  options: ExploreOptions,
  world: Asked,
  requests: readonly PlannedRequest[],
): Promise<Disagreement | null> => {
  for (const request of requests) {
    const received = await settle(options, world, request);
    const says = received.kind === 'answer' ? disagreement(world, request, received) : null;
    if (says !== null) return { world, request, says };
  }
  return null;
};

const monthOf = (now: string) => monthOfDay(dayOfInstant(Date.parse(now)));

/** The first question on which service and facts disagree, cut down to one entry. */
const firstIn = async (
  options: ExploreOptions,
  world: Asked,
  questions: Questions,
): Promise<Disagreement | null> => {
  const first = await ask(options, world, requestsOf(world, questions));
  if (first === null) return null;
  options.note(`disagreement: ${first.says}`);
  const alone = sentEntries(first.request).map((entry) => withEntries(first.request, [entry]));
  return (await ask(options, world, alone)) ?? first;
};

/** Random questions to a service with known facts. */
const overFacts = async (
  options: ExploreOptions,
  { world, seconds }: OverFacts,
  counted: () => void,
): Promise<Omit<Exploration, 'runs' | 'stopped'>> => {
  const questions = questionsArbitrary(monthOf(world.now), familyOf(world));
  const until = options.clock.now() + seconds * 1000;
  for (let seed = options.seed * 1_000_003; options.clock.now() < until; seed += 1) {
    counted();
    const [drawn] = fc.sample(questions, { seed, numRuns: 1 });
    const found = drawn === undefined ? null : await firstIn(options, world, drawn);
    if (found !== null) return { found, shrinks: 0 };
  }
  return { found: null, shrinks: 0 };
};

/** Random questions over random worlds; the world of a disagreement is made smaller. */
const overWorlds = async (
  options: ExploreOptions,
  { now, runs, shrinksMax, load }: OverWorlds,
  counted: () => void,
): Promise<Omit<Exploration, 'runs' | 'stopped'>> => {
  const drawn = fc.tuple(factsArbitrary({ now }), questionsArbitrary(monthOf(now), 'school'));
  for (const [facts, questions] of fc.sample(drawn, { seed: options.seed, numRuns: runs })) {
    counted();
    const world = worldOf(facts, now);
    await load(world);
    let found = await firstIn(options, world, questions);
    if (found === null) continue;
    const stillDisagrees = async (smaller: Facts): Promise<boolean> => {
      options.note(`a smaller world, at most ${shrinksMax} of them`);
      const small = worldOf(smaller, now);
      await load(small);
      const still = found === null ? null : await ask(options, small, [found.request]);
      found = still ?? found;
      return still !== null;
    };
    const { tries } = await shrinkFacts(facts, stillDisagrees, shrinksMax);
    return { found, shrinks: tries };
  }
  return { found: null, shrinks: 0 };
};

/** Sends random questions and compares every figure with the facts; a disagreement is made smaller. */
export const explore = async (options: ExploreOptions): Promise<Exploration> => {
  const { over } = options;
  let runs = 0;
  const counted = (): void => {
    runs += 1;
  };
  try {
    const found =
      'world' in over
        ? await overFacts(options, over, counted)
        : await overWorlds(options, over, counted);
    return { ...found, runs, stopped: null };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { runs, shrinks: 0, found: null, stopped: error.message };
  }
};
