import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf, readHistoryLines } from '../src/history/read-history.js';
import type { HistoryRecord } from '../src/model/history.js';
import { consoleSummary } from '../src/report/console.js';
import { reportFormatNames, reportFormats } from '../src/report/write-reports.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const keys = [...new Set(Object.values(world.targets).map(({ key }) => key))];

/** Repeats the key in the body, plain and encoded, in a header, and at the cut of an excerpt. */
const echoing =
  (inner: FetchHandler, status: (real: number) => number): FetchHandler =>
  async (request) => {
    const key = request.headers.get('x-api-key') ?? '';
    const response = await inner(request);
    const text = await response.text();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.set('x-said', `key=${encodeURIComponent(`${key}/`)}`);
    const said = {
      detail: `${'-'.repeat(560)}Not for ${key}.`,
      next: `/v1/me?key=${encodeURIComponent(key)}`,
      [key]: Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    };
    const document: object = text === '' ? {} : (JSON.parse(text) as object);
    return new Response(JSON.stringify({ said, ...document }), {
      status: status(response.status),
      headers,
    });
  };

const run = async (status: (real: number) => number, keepPii: boolean) => {
  const { fetch, clock } = serve(world);
  const written: HistoryRecord[] = [];
  const told: unknown[] = [];
  const found = await runConformance({
    fetch: echoing(fetch, status),
    clock,
    targets: world.targets,
    boards: world.boards,
    facts: world.facts,
    now,
    keepPii,
    sink: (record) => written.push(record),
    listener: (progress) => told.push(progress),
  });
  const lines = written.map((record) => `${JSON.stringify(record)}\n`).join('');
  const texts = {
    lines,
    told: JSON.stringify(told),
    returned: JSON.stringify([found.records, found.history]),
    console: consoleSummary(found.report, { color: false, columns: 100 }),
    ...Object.fromEntries(
      reportFormatNames.map((name) => [name, reportFormats[name](found.report)]),
    ),
  };
  return { ...found, lines, texts };
};

const spellings = (key: string): readonly string[] => [
  key,
  encodeURIComponent(key),
  Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  Buffer.from(key).toString('base64').slice(0, 20),
  Buffer.from(key).toString('hex'),
];

describe.each([
  ['in sound answers', (real: number) => real, 'pass'],
  ['in errors where there should be none', () => 418, 'fail'],
] as const)('a service that repeats the key %s', (_where, status, verdict) => {
  let hiding: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    hiding = await run(status, false);
  });

  test.each([false, true])(
    'leaves it in nothing that is kept or printed (--keep-pii %s)',
    async (keepPii) => {
      const { report, texts } = keepPii ? await run(status, true) : hiding;
      expect(report.verdict).toBe(verdict);
      expect(texts.lines).toContain('***');
      for (const [name, text] of Object.entries(texts)) {
        for (const spelling of keys.flatMap(spellings)) {
          expect([name, spelling, text.includes(spelling)]).toEqual([name, spelling, false]);
        }
      }
    },
  );

  test('is judged the same from the history that was kept', () => {
    const { report, lines } = hiding;
    const again = reportOf(historyOf(readHistoryLines(lines)));
    expect(again.rules.map(({ id, verdict: one }) => [id, one])).toEqual(
      report.rules.map(({ id, verdict: one }) => [id, one]),
    );
  });
});
