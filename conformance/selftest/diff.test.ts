import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { runProgram } from '../src/command/program.js';
import { differencesOf } from '../src/diff/diff.js';
import { faultOf } from '../src/power/fault.js';
import { operators } from '../src/power/operators/all.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld } from '../src/world/build-world.js';
import { diffMatrix, lineOf, mutantRow, type Row, variantRow } from './diff-matrix.test-kit.js';
import { withEdges } from './edges.test-kit.js';
import { mutants } from './mutants/all.test-kit.js';
import { nameOf } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import { isDeep, isSampled } from './sample.test-kit.js';
import { variants } from './variants/variants.test-kit.js';

const file = fileURLToPath(new URL('../reports/diff-matrix.md', import.meta.url));
const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));

const run = async (variant: Partial<(typeof variants)[number]> = {}, allowance = 60) => {
  const { fetch, clock } = serve(world, variant.serving);
  const { targets, boards, facts } = world;
  return runConformance({
    fetch: variant.handler === undefined ? fetch : variant.handler(fetch),
    clock,
    targets,
    boards,
    facts,
    now,
    allowance,
  });
};

const recorded = async (variant: Parameters<typeof run>[0] = {}) => (await run(variant)).history;

afterEach(() => {
  vi.restoreAllMocks();
});

test('two right services on the same facts do not differ, slow or not', async () => {
  const [one, slow] = [await recorded(), await recorded({ serving: { pending: 1 } })];
  expect(differencesOf(one, slow)).toEqual([]);
});

test.each(variants.filter(({ name }) => name.startsWith('posts come with their')))(
  'included records of types that were not asked for may differ: $name',
  async (variant) => {
    const found = differencesOf(await recorded(), await recorded(variant));
    expect(found.filter(({ allowed }) => allowed === null)).toEqual([]);
    expect(found.map(({ allowed }) => allowed)).toContain(
      'records of types that were not asked for are open',
    );
  },
);

test('an endpoint that fails on one side is not compared, which the result says: exit code 2', async () => {
  const noRoster = {
    serving: { allowance: 0 },
    handler:
      (inner: FetchHandler): FetchHandler =>
      (request) =>
        request.url.includes('/analytics/users')
          ? Promise.resolve(new Response('busy', { status: 503 }))
          : inner(request),
  };
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-diff-'));
  const [right, failing] = [join(folder, 'right.ndjson'), join(folder, 'failing.ndjson')];
  for (const [file, { records }] of [
    [right, await run({ serving: { allowance: 0 } }, 0)],
    [failing, await run(noRoster, 0)],
  ] as const) {
    writeFileSync(file, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) =>
    Boolean((printed += String(text))),
  );
  expect(await runProgram(['diff', right, failing])).toBe(2);
  expect(printed).toMatch(
    /\nnot compared: roster of the right side failed: no request was answered 200 \(503\)\.\n0 differences, \d+ that the specification allows\n$/,
  );
  printed = '';
  expect(await runProgram(['diff', right, right])).toBe(0);
  expect(printed).not.toContain('not compared');
  const earlier = join(folder, 'earlier.ndjson');
  writeFileSync(
    earlier,
    readFileSync(right, 'utf8').replaceAll('"month":"2026-11"', '"month":"2026-10"'),
  );
  vi.spyOn(process.stderr, 'write').mockImplementation((text) =>
    Boolean((printed += String(text))),
  );
  expect(await runProgram(['diff', right, earlier])).toBe(3);
  expect(printed).toContain('other months: 2026-11 and 2026-10');
});

test('at least 99 % of the faults that an answer shows are differences', async () => {
  const history = await recorded();
  const tried = operators.filter(({ rule, operator }) => isSampled(`${rule}/${operator}`, 4));
  const shown = tried.flatMap((operator) => {
    const wrong = faultOf(operator).shownIn(history, []);
    return wrong === null ? [] : [{ operator, found: differencesOf(history, wrong) }];
  });
  const missed = shown
    .filter(({ found }) => found.every(({ allowed }) => allowed !== null))
    .map(({ operator }) => `${operator.rule}/${operator.operator}`);
  expect(shown.length).toBeGreaterThan(tried.length * 0.9);
  expect(missed.length / shown.length, missed.join(', ')).toBeLessThanOrEqual(0.01);
});

const rowsOf = async <A>(all: readonly A[], row: (one: A) => Promise<Row>) => {
  const rows: Row[] = [];
  for (const one of all) rows.push(await row(one));
  return rows;
};

/** Other data is a difference. */
const isOfSameData = ({ changing }: (typeof variants)[number]): boolean => changing !== true;

const compared = variants.filter(isOfSameData);
const comparedMutants = mutants.filter(({ quota }) => quota !== true);

test('beside the reference, honest variants do not differ and mutants do, as the report says', async () => {
  const sample = compared.filter(({ name }) => isSampled(name, 6));
  const wrongs = comparedMutants.filter((one) => isSampled(nameOf(one), 20));
  const honest = await rowsOf(sample, variantRow);
  const wrong = await rowsOf(wrongs, mutantRow);
  if (isDeep && process.env['UPDATE_REPORTS'] !== undefined) {
    writeFileSync(file, diffMatrix(honest, wrong));
  }
  const different = honest.filter(({ differences }) => differences.length > 0);
  expect(different.map(({ name, differences }) => [name, differences[0]])).toEqual([]);
  const report = readFileSync(file, 'utf8').split('\n');
  expect([...honest, ...wrong].map(lineOf).filter((line) => !report.includes(line))).toEqual([]);
});

test('the report has a line for every service, and at least 99 % of the mutants differ', () => {
  const rows = readFileSync(file, 'utf8').split('\n');
  const hasRow = (begin: string): boolean => rows.some((row) => row.startsWith(begin));
  const names = comparedMutants.map(nameOf);
  const all = [...compared.map(({ name }) => name), ...names];
  expect(all.filter((name) => !hasRow(`| ${name} | `))).toEqual([]);
  const unnamed = names.filter((name) => hasRow(`| ${name} | 0 | `));
  expect(unnamed.length / names.length, unnamed.join(', ')).toBeLessThanOrEqual(0.01);
});
