import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileLedger, memoryLedger } from './ledger.js';

const hourMs = 3_600_000;
const allowance = {
  baseUrl: 'http://x.test',
  keyHash: 'k',
  organization: 'wksp_1',
  endpoint: 'metrics',
} as const;

test('counts the requests of the hour before an instant, in whatever order they came', () => {
  const ledger = memoryLedger();
  for (const at of [0, 5, 5, hourMs, 3]) ledger.record(allowance, at);
  const counts = [-1, 0, 4, 5, hourMs - 1, hourMs, hourMs + 4, hourMs + 5, 2 * hourMs].map((now) =>
    ledger.spent(allowance, now),
  );
  expect(counts).toEqual([0, 1, 2, 4, 4, 4, 3, 1, 0]);
  ledger.takeBack(allowance, 5);
  ledger.takeBack(allowance, 4);
  expect(ledger.spent(allowance, 5)).toBe(3);
});

test('keeps what an hour needs', () => {
  const ledger = memoryLedger();
  // Ten hours at twenty requests a second: the square of their number would take minutes.
  for (let at = 0; at < 10 * hourMs; at += 50) {
    ledger.record(allowance, at);
    ledger.spent(allowance, at);
  }
  expect(ledger.spent(allowance, 10 * hourMs - 1)).toBe(hourMs / 50);
  // What is older than the hour is gone.
  expect(ledger.spent(allowance, hourMs)).toBe(0);
});

test('a file keeps the lines of an hour, whatever the number of requests', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tallyboard-ledger-')), 'ledger.ndjson');
  // A day at the full allowances of both endpoints.
  for (let hour = 0; hour < 24; hour += 1) {
    const ledger = fileLedger(file);
    for (let count = 0; count < 120; count += 1) {
      ledger.record(allowance, hour * hourMs + count * 30_000);
    }
  }
  const last = 24 * hourMs - 30_000;
  expect(fileLedger(file).spent(allowance, last)).toBe(120);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1200);
});

test('a file that cannot be replaced stays as long as it is', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tallyboard-ledger-')), 'ledger.ndjson');
  // The shorter file is written under this name first.
  mkdirSync(`${file}.new`);
  const ledger = fileLedger(file);
  for (let count = 0; count < 1100; count += 1) ledger.record(allowance, count * 60_000);
  expect(fileLedger(file).spent(allowance, 1099 * 60_000)).toBe(60);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1100);
});
