import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { differencesOf } from '../src/diff/diff.js';
import { faultOf } from '../src/power/fault.js';
import { operators } from '../src/power/operators/all.js';
import { runConformance } from '../src/run-conformance.js';
import { buildWorld } from '../src/world/build-world.js';
import { diffMatrix, mutantRow, type Row, variantRow } from './diff-matrix.js';
import { withEdges } from './edges.js';
import { mutants } from './mutants/all.js';
import { serve } from './reference.js';
import { variants } from './variants/variants.js';

const file = fileURLToPath(new URL('../reports/diff-matrix.md', import.meta.url));
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
  const tried = operators.filter(some(4));
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

const isDeep = process.env['TALLYBOARD_DEEP'] !== undefined;
const some =
  (step: number) =>
  (_: unknown, index: number): boolean =>
    isDeep || index % step === 0;

const rowsOf = async <A>(all: readonly A[], row: (one: A) => Promise<Row>) => {
  const rows: Row[] = [];
  for (const one of all) rows.push(await row(one));
  return rows;
};

test('beside the reference, honest variants do not differ and at least 99 % of the mutants that an answer shows do', async () => {
  const honest = await rowsOf(variants.filter(some(6)), variantRow);
  const wrong = await rowsOf(
    mutants.filter(({ quota }) => quota !== true).filter(some(20)),
    mutantRow,
  );
  if (isDeep && process.env['UPDATE_REPORTS'] !== undefined) {
    writeFileSync(file, diffMatrix(honest, wrong));
  }
  const different = honest.filter(({ differences }) => differences.length > 0);
  expect(different.map(({ name, differences }) => [name, differences[0]])).toEqual([]);
  const shown = wrong.filter(({ isShown }) => isShown);
  const unnamed = shown.filter(({ differences }) => differences.length === 0);
  expect(shown.length).toBeGreaterThan(wrong.length * 0.9);
  expect(
    unnamed.length / shown.length,
    unnamed.map(({ name }) => name).join(', '),
  ).toBeLessThanOrEqual(0.01);
}, 300_000);
