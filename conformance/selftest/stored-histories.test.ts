import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { historyOf, readHistoryLines } from '../src/history/read-history.js';
import { reportOf } from '../src/verdicts/report-of.js';

const stored = (name: string) =>
  historyOf(readHistoryLines(readFileSync(new URL(`histories/${name}`, import.meta.url), 'utf8')));

/** What a stored history expects is kept by the keys of queries: another spelling of keys finds nothing there. */
test('a wrong figure of a list of roles is found in a history of an earlier version', () => {
  const found = reportOf(stored('keys-of-lists.ndjson')).rules.find(({ id }) => id === '2.4-S8');
  expect(found?.verdict).toBe('fail');
  expect(found?.message).toContain('peerInteractionCount {"userType":["maker"]}');
});
