import { expect, test } from 'vitest';
import { historyOf, readHistoryLines } from '../src/history/read-history.js';
import type { HistoryRecord } from '../src/model/history.js';
import { consoleSummary } from '../src/report/console.js';
import { reportFormats } from '../src/report/write-reports.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { run, school } from './run.test-kit.js';

const keys = [...new Set(Object.values(school.targets).map(({ key }) => key))];

const percented = (key: string): string =>
  Array.from(key, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

/** Repeats the key in the body, plain and encoded, in a header, and at the cut of an excerpt. */
const echoing =
  (status: (real: number) => number) =>
  (inner: FetchHandler): FetchHandler =>
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
      [key]: percented(key),
    };
    const document: object = text === '' ? {} : (JSON.parse(text) as object);
    const body = JSON.stringify({ said, ...document });
    return new Response(body, { status: status(response.status), headers });
  };

const spellings = (key: string): readonly string[] => [
  ...[key, encodeURIComponent(key), percented(key)],
  ...[Buffer.from(key).toString('base64').slice(0, 20), Buffer.from(key).toString('hex')],
];

test.each([
  ['in sound answers', false, (real: number) => real, 'pass'],
  ['in sound answers with --keep-pii', true, (real: number) => real, 'pass'],
  ['in errors where there should be none', false, () => 418, 'fail'],
] as const)('a key that is repeated %s is in nothing that is kept or printed', async (...row) => {
  const [, keepPii, status, verdict] = row;
  const written: HistoryRecord[] = [];
  const told: unknown[] = [];
  const { report, records, history } = await run({
    handler: echoing(status),
    facts: school.facts,
    keepPii,
    sink: (record) => written.push(record),
    listener: (progress) => told.push(progress),
  });
  const lines = written.map((record) => `${JSON.stringify(record)}\n`).join('');
  const texts = [
    lines,
    JSON.stringify([told, records, history]),
    consoleSummary(report, { color: false, columns: 100 }),
    ...Object.values(reportFormats).map((format) => format(report)),
  ];
  expect([report.verdict, lines.includes('***')]).toEqual([verdict, true]);
  const isIn = (spelling: string): boolean => texts.some((text) => text.includes(spelling));
  expect(keys.flatMap(spellings).filter(isIn)).toEqual([]);
  const again = reportOf(historyOf(readHistoryLines(lines)));
  const verdicts = (rules: typeof report.rules) => rules.map(({ id, verdict: one }) => [id, one]);
  expect(verdicts(again.rules)).toEqual(verdicts(report.rules));
});
