import { expect, it } from 'vitest';
import { clauses } from './clauses.js';
import { metricsRules } from './metrics-rules.js';
import { rosterRules } from './roster-rules.js';

it('4.1 and 4.2: every numbered clause is there, in order', () => {
  expect(clauses.map(({ id }) => id)).toEqual([
    '4.1',
    ...Array.from({ length: 12 }, (_, at) => `4.1.${at + 1}`),
    ...Array.from({ length: 5 }, (_, at) => `4.2.${at + 1}`),
  ]);
  for (const { says } of clauses) expect(says).toMatch(/^[A-Za-z].*\.$/);
});

it('every rule is one of them, or says what it adds to one', () => {
  const ids = clauses.map(({ id }) => id);
  for (const { id, says } of [...metricsRules, ...rosterRules]) {
    expect(ids).toContain(id);
    expect(says).toMatch(/^[A-Za-z].*\.$/);
  }
});
