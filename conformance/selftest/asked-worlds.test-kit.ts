import { createHash } from 'node:crypto';
import {
  openedTo,
  type SpelledRequest,
  type SpelledRosterQuery,
  scenarioArbitrary,
  spelledRequestArbitrary,
  spelledRosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import {
  type DateRange,
  formatDateRange,
  type Instant,
  type RosterQuestion,
  rangeOfMonths,
} from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import {
  type OracleWorld,
  oracleDefaultRange,
  oracleFigure,
  oracleRoster,
} from '../oracle/index.js';

/*
 * Random worlds with requests for them, and what the oracle has answered: for whatever serves the facts.
 */

/** A world, and what is asked of it. */
export interface AskedWorld {
  readonly world: OracleWorld;
  readonly requests: readonly SpelledRequest[];
  readonly rosters: readonly SpelledRosterQuery[];
}

/** One request for analytics, and the document that answers it. */
export interface Question {
  /** What follows `/analytics`. */
  readonly path: string;
  /** `null` for a GET. */
  readonly body: object | null;
  readonly answer: unknown;
}

/** Opens the first organization of every world. */
const key = 'a key for this test';
const keySha256 = createHash('sha256').update(key).digest('hex');

/** Worlds with so many requests of either kind, or one more. */
export const askedWorlds = (count: number) =>
  scenarioArbitrary({ queries: 0 }).chain((scenario) => {
    const { organizationType, today } = scenario;
    const some = { minLength: count, maxLength: count + 1 };
    return fc.record({
      world: fc.constant({ ...scenario, facts: openedTo(keySha256, scenario.facts) }),
      requests: fc.array(spelledRequestArbitrary({ organizationType, today }), some),
      rosters: fc.array(spelledRosterQueryArbitrary(today), some),
    });
  });

/** The instant at which a world is asked: noon of its day. */
export const noonOf = ({ today }: OracleWorld): Instant =>
  (today * 86_400_000 + 43_200_000) as Instant;

const rangeOf = (world: OracleWorld, { months }: SpelledRequest | SpelledRosterQuery): DateRange =>
  months === null ? oracleDefaultRange(world) : rangeOfMonths(months.from, months.to);

const ready = (range: DateRange) => ({ status: 'ready', dateRange: formatDateRange(range) });
const nothing = { pending: [], errors: [] };

/** The document of figures that are ready. */
export const metricsDocument = (id: string, metrics: readonly object[], range: DateRange) => ({
  data: { id, type: 'organizationAnalytics', attributes: { metrics } },
  meta: { ...ready(range), ...nothing },
});

/** The document of a page of the roster. */
export const rosterDocument = (
  { rows, totalCount }: ReturnType<typeof oracleRoster>,
  { page, perPage }: Pick<RosterQuestion, 'page' | 'perPage'>,
  range: DateRange,
) => {
  const type = 'organizationAnalyticsUser';
  const counts = { page, perPage, totalCount, totalPages: Math.ceil(totalCount / perPage) };
  return {
    data: rows.map(({ id, ...attributes }) => ({ id, type, attributes })),
    meta: { ...ready(range), ...counts, ...nothing },
  };
};

/** The whole answer to a request for figures. */
const expectedMetrics = (world: OracleWorld, request: SpelledRequest): unknown => {
  const range = rangeOf(world, request);
  const metrics = request.queries.map((query) => ({
    ...query,
    data: oracleFigure(world, query, range, request.byMonth),
  }));
  return metricsDocument(world.organizationId, metrics, range);
};

/** The whole answer to a request for the roster. */
const expectedRoster = (world: OracleWorld, asked: SpelledRosterQuery): unknown => {
  const { question } = asked;
  const range = rangeOf(world, asked);
  return rosterDocument(oracleRoster(world, question, range), question, range);
};

/** Everything that is asked of a world, with the answer that the oracle has. */
export const questionsOf = ({ world, requests, rosters }: AskedWorld): readonly Question[] => [
  ...requests.map((request) => ({
    path: '',
    body: request.body,
    answer: expectedMetrics(world, request),
  })),
  ...rosters.map((roster) => ({
    path: `/users?${new URLSearchParams(roster.pairs.map((pair) => [...pair]))}`,
    body: null,
    answer: expectedRoster(world, roster),
  })),
];

/** The request of a question, for a service at an address. */
export const requestFor = (
  { organizationId }: OracleWorld,
  { path, body }: Question,
  address: string,
): Request => {
  const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
  const sent = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
  return new Request(`${address}/v1/organizations/${organizationId}/analytics${path}`, {
    headers,
    ...sent,
  });
};
