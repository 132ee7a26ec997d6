import type { Facts } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { isObject } from '../src/model/json.js';
import { edited } from '../src/rules/broken.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const afterToday = Date.parse('2026-11-16T00:00:00.000Z');
const yearMs = 366 * 86_400_000;
const world = withEdges(buildWorld({ seed: 7, now }));

const later = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      typeof value === 'number' && value >= afterToday ? value + yearMs : value,
    ]),
  );

/** The facts as a range that ends today sees them: what is dated after today happens next year. */
const untilToday = Object.fromEntries(
  Object.entries(world.facts).map(([kind, rows]) => [kind, (rows as readonly object[]).map(later)]),
) as unknown as Facts;

const isCurrent = (body: unknown): boolean => isObject(body) && body['to'] === '2026-11';

const named = onReply((reply, { body }) =>
  isCurrent(body)
    ? {
        ...reply,
        document: edited(reply.document, ['meta', 'dateRange', 'to'], () => '2026-11-15'),
      }
    : null,
);

/** Runs the rules about figures against a service that ends the current month of metrics today. */
const failures = async (current: FetchHandler): Promise<readonly string[]> => {
  const { fetch, clock } = serve(world, { allowance: 0 });
  const { report } = await runConformance({
    fetch: named(async (request) =>
      isCurrent(
        await request
          .clone()
          .json()
          .catch(() => null),
      )
        ? current(request)
        : fetch(request),
    ),
    clock,
    targets: world.targets,
    boards: world.boards,
    facts: world.facts,
    now,
    only: ['2.4', '2.6', '2.7'],
    allowance: 0,
  });
  return report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
};

test('the current month may end today, with the figures of that range', async () => {
  const { fetch } = serve({ ...world, facts: untilToday }, { allowance: 0 });
  expect(await failures(fetch)).toEqual([]);
});

test('a range that ends today has no figures of later days', async () => {
  const { fetch } = serve(world, { allowance: 0 });
  expect(await failures(fetch)).toContain('2.6-R6');
});
