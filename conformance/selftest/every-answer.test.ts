import { expect, test } from 'vitest';
import { isObject } from '../src/model/json.js';
import { change } from '../src/rules/broken.js';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';

const world = buildWorld({ seed: 7, now: '2026-11-15T12:00:00.000Z' });

const oneMore = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row) =>
        isObject(row) ? { ...row, value: Number(row['value']) + 1 } : (row as unknown),
      )
    : value;

test.each([
  [
    'a series that only an open point asks for',
    '2.4-S1',
    onReply(
      change('metrics', 'data/attributes/metrics/*/data', (data, { text }) =>
        text.includes('"status":"active"}],"dimensions"') ? oneMore(data) : data,
      ),
    ),
  ],
  [
    'rows under another spelling of the first page',
    '2.8-S9',
    onReply(
      change('roster', 'data/*/attributes/posts', (posts, { url }) =>
        url.search === '?page=01' ? Number(posts) + 1 : posts,
      ),
    ),
  ],
])('with facts, %s is compared', async (_what, id, wrong) => {
  const { fetch, clock } = serve(world);
  const { report } = await runConformance({
    fetch: wrong(fetch),
    clock,
    targets: world.targets,
    boards: world.boards,
    facts: world.facts,
    now: world.now,
  });
  expect(report.rules.filter(({ verdict }) => verdict === 'fail').map((rule) => rule.id)).toContain(
    id,
  );
});
