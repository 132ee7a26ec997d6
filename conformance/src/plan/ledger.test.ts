import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileLedger, memoryLedger } from './ledger.js';

const hourMs = 3_600_000;
const allowance = 'http://x.test k wksp_1 metrics';

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

test('a file knows what earlier processes sent', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tallyboard-ledger-')), 'ledger.ndjson');
  const first = fileLedger(file);
  for (const at of [1, 2, 3]) first.record(allowance, at);
  first.takeBack(allowance, 2);
  expect(fileLedger(file).spent(allowance, 5)).toBe(2);
});
