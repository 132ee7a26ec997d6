import { expect, test } from 'vitest';
import { differencesOf } from '../src/diff/diff.js';
import { faultOf } from '../src/power/fault.js';
import { operators } from '../src/power/operators/all.js';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.js';
import { serve } from './reference.js';
import { variants } from './variants/variants.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));

const recorded = async (variant: Partial<(typeof variants)[number]> = {}) => {
  const { fetch, clock } = serve(world, variant.serving);
  const { targets, boards, facts } = world;
  const { history } = await runConformance({
    fetch: variant.handler === undefined ? fetch : variant.handler(fetch),
    clock,
    targets,
    boards,
    facts,
    now,
  });
  return history;
};

test('two right services on the same facts do not differ, slow or not', async () => {
  const [one, slow] = [await recorded(), await recorded({ serving: { pending: 1 } })];
  expect(differencesOf(one, slow)).toEqual([]);
});

test('at least 99 % of the faults that an answer shows are differences', async () => {
  const history = await recorded();
  // All of them with TALLYBOARD_DEEP.
  const isDeep = process.env['TALLYBOARD_DEEP'] !== undefined;
  const tried = operators.filter((_, index) => isDeep || index % 4 === 0);
  const shown = tried.flatMap((operator) => {
    const wrong = faultOf(operator).shownIn(history, []);
    return wrong === null ? [] : [{ operator, found: differencesOf(history, wrong) }];
  });
  const missed = shown
    .filter(({ found }) => found.every(({ allowed }) => allowed !== null))
    .map(({ operator }) => `${operator.rule}/${operator.operator}`);
  expect(shown.length).toBeGreaterThan(tried.length * 0.9);
  expect(missed.length / shown.length, missed.join(', ')).toBeLessThanOrEqual(0.01);
}, 120_000);

test.each(['sparse series', 'Accept */* is another Accept', 'errors under error'])(
  'what may differ is listed apart: %s',
  async (name) => {
    const variant = variants.find((one) => one.name === name);
    const found = differencesOf(await recorded(), await recorded(variant));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ allowed }) => allowed === null)).toEqual([]);
  },
);
