import { createHash } from 'node:crypto';
import {
  type SpelledRequest,
  type SpelledRosterQuery,
  scenarioArbitrary,
  spelledRequestArbitrary,
  spelledRosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import {
  type DateRange,
  type Facts,
  formatDateRange,
  type Instant,
  rangeOfMonths,
} from '@tallyboard/core/vocabulary';
import { createHandler, memoryPorts } from '@tallyboard/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type OracleWorld,
  oracleDefaultRange,
  oracleFigure,
  oracleRoster,
} from '../oracle/index.js';

/*
 * The whole way of a request, from its bytes to the bytes of the answer, against the oracle: what is
 * between the core and a client must not change a figure.
 */

const key = 'a key for this test';
const keySha256 = createHash('sha256').update(key).digest('hex');

/** The facts with a key of the first organization's owner, who is enrolled. */
const opened = (facts: Facts): Facts => {
  const [organization] = facts.organization;
  const ownerId = organization?.ownerId ?? '';
  return {
    ...facts,
    user: facts.user.map((user) => (user.id === ownerId ? { ...user, enrolled: true } : user)),
    apiKey: [{ keySha256, userId: ownerId, revokedAt: null }],
    member: facts.member.map((member) =>
      member.userId === ownerId && member.organizationId === organization?.id
        ? { ...member, leftAt: null }
        : member,
    ),
  };
};

const asks = scenarioArbitrary({ queries: 0 }).chain((scenario) => {
  const { organizationType, today } = scenario;
  return fc.record({
    world: fc.constant({ ...scenario, facts: opened(scenario.facts) }),
    requests: fc.array(spelledRequestArbitrary({ organizationType, today }), {
      minLength: 2,
      maxLength: 3,
    }),
    rosters: fc.array(spelledRosterQueryArbitrary(today), { minLength: 2, maxLength: 3 }),
  });
});

const serve = ({ facts, organizationId, today }: OracleWorld) => {
  const now = (today * 86_400_000 + 43_200_000) as Instant;
  const handler = createHandler(memoryPorts(facts, { now, allowance: 0 }));
  return async (path: string, body?: object): Promise<unknown> => {
    const address = `http://service.test/v1/organizations/${organizationId}/analytics${path}`;
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await handler(new Request(address, { headers, ...sent }));
    expect(response.status).toBe(200);
    return response.json();
  };
};

const rangeOf = (world: OracleWorld, { months }: SpelledRequest | SpelledRosterQuery): DateRange =>
  months === null ? oracleDefaultRange(world) : rangeOfMonths(months.from, months.to);

const expectedMetrics = (world: OracleWorld, request: SpelledRequest): unknown => {
  const range = rangeOf(world, request);
  const metrics = request.queries.map((query) => ({
    ...query,
    data: oracleFigure(world, query, range, request.byMonth),
  }));
  return {
    data: { id: world.organizationId, type: 'organizationAnalytics', attributes: { metrics } },
    meta: { status: 'ready', dateRange: formatDateRange(range), pending: [], errors: [] },
  };
};

const expectedRoster = (world: OracleWorld, asked: SpelledRosterQuery): unknown => {
  const { question } = asked;
  const range = rangeOf(world, asked);
  const { rows, totalCount } = oracleRoster(world, question, range);
  const { page, perPage } = question;
  const totalPages = Math.ceil(totalCount / perPage);
  const dateRange = formatDateRange(range);
  return {
    data: rows.map(({ id, ...attributes }) => ({
      id,
      type: 'organizationAnalyticsUser',
      attributes,
    })),
    meta: {
      status: 'ready',
      dateRange,
      page,
      perPage,
      totalCount,
      totalPages,
      pending: [],
      errors: [],
    },
  };
};

describe('the service and the oracle', () => {
  it('answer alike', async () => {
    await fc.assert(
      fc.asyncProperty(asks, async ({ world, requests, rosters }) => {
        const ask = serve(world);
        for (const request of requests) {
          expect(await ask('', request.body)).toEqual(expectedMetrics(world, request));
        }
        for (const roster of rosters) {
          const query = new URLSearchParams(roster.pairs.map((pair) => [...pair]));
          expect(await ask(`/users?${query}`)).toEqual(expectedRoster(world, roster));
        }
      }),
      { numRuns: 300 },
    );
  });
});
