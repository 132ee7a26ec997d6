import {
  type Months,
  monthsArbitrary,
  type QueryPair,
  queryKey,
  rosterQuestionArbitrary,
  spelledEntryArbitrary,
} from '@tallyboard/arbitraries';
import {
  dayOfInstant,
  type Facts,
  firstDayOf,
  formatMonth,
  type Month,
  monthOfDay,
  type ResolvedQuery,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { type Answer, byLowerName, retryAfterOf } from '../judge/evidence.js';
import { differenceOf } from '../judge/expected.js';
import { sentEntries } from '../judge/metrics/answer.js';
import type { Target } from '../model/configuration.js';
import { parseJson } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import type { MetricsBody, WireRange } from '../probes/entries.js';
import { type Family, type ProbeContext, probesOf } from '../probes/probe.js';
import { expectedFrom } from '../seeded/expected-values.js';
import { withEntries } from '../smallest.js';
import type { Clock } from '../transport/clock.js';
import type { Received, Transport } from '../transport/transport.js';

/** What an exploration works with: facts that the service answers from, and whom it answers. */
export interface ExploreOptions {
  readonly baseUrl: string;
  readonly facts: Facts;
  readonly now: string;
  readonly main: Target;
  readonly seed: number;
  /** How long to ask. */
  readonly seconds: number;
  readonly maxWaitSeconds: number;
  readonly transport: Transport;
  readonly clock: Clock;
}

/** What one run of an exploration asks. */
interface Questions {
  readonly metrics: readonly MetricsBody[];
  readonly rosters: readonly (readonly QueryPair[])[];
}

/** A list of statuses, or one of them, of which some have no series in some services (4.1). */
const isOpen = ({ name, properties: { status } }: ResolvedQuery, byMonth: boolean): boolean =>
  byMonth && name === 'memberCount' && status !== 'all';

const wire = (months: Months | null): WireRange | Readonly<Record<string, never>> =>
  months === null ? {} : { from: formatMonth(months.from), to: formatMonth(months.to) };

/**
 * Questions that a service must answer whose current month is this one. Points that are left open are not
 * asked: an exploration is about figures.
 */
const questionsArbitrary = (month: Month, family: Family): fc.Arbitrary<Questions> => {
  const months = fc.option(monthsArbitrary(firstDayOf(month)), { freq: 6 });
  const bodyOf = (byMonth: boolean): fc.Arbitrary<MetricsBody> => {
    const entry = spelledEntryArbitrary({ organizationType: family, byMonth }).filter(
      ({ query }) => !isOpen(query, byMonth),
    );
    const entries = fc.uniqueArray(entry, {
      ...{ minLength: 1, maxLength: 6, selector: ({ query }) => queryKey(query) },
    });
    return fc.tuple(entries, months).map(([some, range]) => ({
      metrics: some.map((one) => ({ ...one.entry })),
      ...(byMonth && { dimensions: ['month'] }),
      ...wire(range),
    }));
  };
  const pairs = fc
    .tuple(rosterQuestionArbitrary, months)
    .map(([{ status, userTypes, q, sort, order, perPage }, range]): readonly QueryPair[] => [
      ...Object.entries(wire(range)),
      ...(status === null ? [] : [['status[]', status] as const]),
      ...userTypes.map((userType) => ['userType[]', userType] as const),
      ...(q === '' ? [] : [['q', q] as const]),
      ...Object.entries({ sort, order, perPage: String(perPage) }),
    ]);
  return fc.record({
    metrics: fc.array(fc.oneof(bodyOf(false), bodyOf(true)), { minLength: 1, maxLength: 3 }),
    rosters: fc.array(pairs, { maxLength: 2 }),
  });
};

/** The service cannot be asked any more: neither right nor wrong. */
class Stopped extends Error {}

/** How an answer differs from what the facts give; `null` when it does not. */
const disagreement = (
  { facts, now, main }: ExploreOptions,
  request: PlannedRequest,
  { status, body }: Received & { readonly kind: 'answer' },
): string | null => {
  if (status !== 200) return `answered ${status}`;
  const document = parseJson(body, request.endpoint);
  const instant = (): number => Date.parse(now);
  const knows = expectedFrom(facts, instant, { main }, null, () => undefined)(request);
  const sent = { type: 'sent', seq: 1, at: '', purpose: 'submit', request, knows } as const;
  const answer: Answer = {
    ...{ seq: 1, probe: request.probe, status, headers: new Map(), request, document },
    exchange: { seq: 1, sent, answer: null, broken: null, document },
  };
  return differenceOf(answer);
};

const requestsOf = (
  { main }: ExploreOptions,
  month: Month,
  family: Family,
  { metrics, rosters }: Questions,
): readonly PlannedRequest[] => {
  const context: ProbeContext = {
    organizations: { main: main.org },
    boards: { readable: [], forbidden: [] },
    ...{ month, family, seed: 0, rotation: 0, roster: null },
  };
  const made = (endpoint: 'metrics' | 'roster', draft: object): PlannedRequest =>
    complete(
      probesOf(endpoint, 'valid')('explore', '', () => draft),
      draft,
      context,
    );
  return [
    ...metrics.map((body) => made('metrics', { body })),
    ...rosters.map((query) => made('roster', { query })),
  ];
};

/** Asks until the answer is no 202 any more. */
const settle = async (options: ExploreOptions, request: PlannedRequest): Promise<Received> => {
  const { baseUrl, main, clock, transport, maxWaitSeconds } = options;
  const until = clock.now() + maxWaitSeconds * 1000;
  for (;;) {
    const received = await transport({
      method: request.method,
      url: `${baseUrl}${request.path}`,
      headers: [['X-API-KEY', main.key], ...request.headers],
      body: request.body,
      timeoutMs: 30_000,
      bytesMax: 16 * 1024 * 1024,
    });
    if (received.kind === 'broken') throw new Stopped(`${received.problem}: ${received.detail}`);
    if (received.status === 429) throw new Stopped('the allowance is used up (429)');
    if (received.status !== 202) return received;
    const seconds = retryAfterOf({ headers: byLowerName(received.headers) }) ?? 2;
    const waitMs = Math.max(0.2, seconds) * 1000;
    if (clock.now() + waitMs > until) throw new Stopped('figures are pending for too long');
    await clock.sleep(waitMs);
  }
};

/** The first request on whose answer service and facts disagree. */
const firstOf = async (options: ExploreOptions, requests: readonly PlannedRequest[]) => {
  for (const request of requests) {
    const received = await settle(options, request);
    const says = received.kind === 'answer' ? disagreement(options, request, received) : null;
    if (says !== null) return { request, says };
  }
  return null;
};

/**
 * Sends random questions in rounds and compares every figure with the facts; a disagreement is cut down to one
 * entry. `stopped` says why it ended early.
 */
export const explore = async (options: ExploreOptions) => {
  const { facts, now, main, clock } = options;
  const month = monthOfDay(dayOfInstant(Date.parse(now)));
  const isTeam = facts.organization.find(({ id }) => id === main.org)?.type === 'team';
  const family = isTeam ? 'team' : 'school';
  const until = clock.now() + options.seconds * 1000;
  let rounds = 0;
  try {
    for (let seed = options.seed * 1_000_003; clock.now() < until; seed += 1) {
      rounds += 1;
      const drawn = fc.sample(questionsArbitrary(month, family), { seed, numRuns: 1 });
      const requests = drawn.flatMap((questions) => requestsOf(options, month, family, questions));
      const first = await firstOf(options, requests);
      if (first === null) continue;
      const { request } = first;
      const alone = sentEntries(request).map((entry) => withEntries(request, [entry]));
      return { rounds, found: (await firstOf(options, alone)) ?? first, stopped: null };
    }
    return { rounds, found: null, stopped: null };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { rounds, found: null, stopped: error.message };
  }
};
