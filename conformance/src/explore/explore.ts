import { dayOfInstant, type Facts, monthOfDay } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { sentBody, sentEntries } from '../judge/metrics/answer.js';
import { isObject, parseJson } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import { type ProbeContext, probe } from '../probes/probe.js';
import { type Questions, questionsArbitrary } from '../probes/questions.js';
import { expectedMetrics, expectedRoster, worldAt } from '../seeded/expected-values.js';
import { ownFacts } from '../seeded/own-facts.js';
import type { Clock } from '../transport/clock.js';
import type { Received, Transport } from '../transport/transport.js';
import { factsArbitrary, type World, worldOf } from '../world/build-world.js';
import { disagreement } from './disagreement.js';
import { shrinkFacts } from './shrink.js';

/** What an exploration works with. */
export interface ExploreOptions {
  readonly baseUrl: string;
  readonly now: string;
  readonly seed: number;
  readonly runs: number;
  /** The most loads that shrinking may spend. */
  readonly shrinksMax: number;
  readonly maxWaitSeconds: number;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Puts a world in the place of the one before; rejects when that fails. */
  readonly load: (world: World) => Promise<void>;
  readonly note: (message: string) => void;
}

/** The smallest world and question on which service and facts disagree. */
export interface Disagreement {
  readonly world: World;
  readonly request: PlannedRequest;
  readonly says: string;
}

/** What an exploration found. */
export interface Exploration {
  readonly runs: number;
  readonly shrinks: number;
  readonly found: Disagreement | null;
  /** Why it ended early, or `null`. */
  readonly stopped: string | null;
}

/** The service cannot be asked any more: neither right nor wrong. */
class Stopped extends Error {}

const context = {
  seed: 0,
  rotation: 0,
  isExhaustive: false,
  roster: null,
  family: 'school',
} as const;

const requestsOf = (world: World, { metrics, rosters }: Questions): readonly PlannedRequest[] => {
  const organizations = { main: world.targets.main.org };
  const here = {
    ...context,
    organizations,
    boards: world.boards,
    month: 0,
  } as unknown as ProbeContext;
  const made = (endpoint: 'metrics' | 'roster', draft: object): PlannedRequest =>
    complete(
      probe({ id: 'explore', endpoint, kind: 'valid', says: '', draft: () => draft }),
      draft,
      here,
    );
  return [
    ...metrics.map((body) => made('metrics', { body })),
    ...rosters.map((query) => made('roster', { query })),
  ];
};

const retryMs = (received: Received & { kind: 'answer' }): number => {
  const header = received.headers.find(([name]) => name.toLowerCase() === 'retry-after');
  const seconds = Number(header?.[1]);
  return Number.isFinite(seconds) ? Math.max(200, seconds * 1000) : 2000;
};

/** Asks until the answer is no 202 any more. */
const settle = async (
  options: ExploreOptions,
  world: World,
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
    const waitMs = retryMs(received);
    if (options.clock.now() + waitMs > until) throw new Stopped('figures are pending for too long');
    await options.clock.sleep(waitMs);
  }
};

const ask = async (
  options: ExploreOptions,
  world: World,
  requests: readonly PlannedRequest[],
): Promise<Disagreement | null> => {
  const { org } = world.targets.main;
  const known = worldAt(ownFacts(world.facts, org), org, Date.parse(world.now));
  const [metrics, roster] = [expectedMetrics(known), expectedRoster(known)];
  for (const request of requests) {
    const received = await settle(options, world, request);
    if (received.kind !== 'answer') continue;
    if (received.status !== 200) return { world, request, says: `answered ${received.status}` };
    const expected = request.endpoint === 'metrics' ? metrics(request) : roster(request);
    const says = disagreement(request, parseJson(received.body), expected);
    if (says !== null) return { world, request, says };
  }
  return null;
};

/** The same request with one entry alone, for each of its entries. */
const alone = (request: PlannedRequest): readonly PlannedRequest[] => {
  const body = sentBody(request);
  return isObject(body)
    ? sentEntries(request).map((one) => ({
        ...request,
        body: JSON.stringify({ ...body, metrics: [one] }),
      }))
    : [];
};

/** Shrinks the request where the world stands, then the world. */
const shrunk = async (
  options: ExploreOptions,
  first: Disagreement,
  drawn: Facts,
): Promise<{ readonly found: Disagreement; readonly tries: number }> => {
  let found = (await ask(options, first.world, alone(first.request))) ?? first;
  const { tries } = await shrinkFacts(
    drawn,
    async (facts) => {
      const world = worldOf(facts, options.now);
      options.note(`a smaller world, at most ${options.shrinksMax} of them`);
      await options.load(world);
      const still = await ask(options, world, [found.request]);
      if (still !== null) found = still;
      return still !== null;
    },
    options.shrinksMax,
  );
  return { found, tries };
};

/**
 * Draws worlds and questions, loads each world and compares every figure with the facts; a
 * disagreement is shrunk to a small world and request.
 */
export const explore = async (options: ExploreOptions): Promise<Exploration> => {
  const { now, seed, runs, note } = options;
  const draws = fc.sample(
    fc.tuple(
      factsArbitrary({ now }),
      questionsArbitrary(monthOfDay(dayOfInstant(Date.parse(now))), 'school'),
    ),
    { seed, numRuns: runs },
  );
  let loads = 0;
  try {
    for (const [facts, questions] of draws) {
      loads += 1;
      note(`world ${loads} of ${runs}`);
      const world = worldOf(facts, now);
      await options.load(world);
      const first = await ask(options, world, requestsOf(world, questions));
      if (first === null) continue;
      note(`disagreement: ${first.says}`);
      const { found, tries } = await shrunk(options, first, facts);
      return { runs: loads, shrinks: tries, found, stopped: null };
    }
    return { runs: loads, shrinks: 0, found: null, stopped: null };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { runs: loads, shrinks: 0, found: null, stopped: error.message };
  }
};
