import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clauses } from './clauses.js';
import { metricsRules } from './plan.js';
import { rosterRules } from './roster.js';

it('4.1 and 4.2: every numbered clause of docs/rules.md is there, in order', () => {
  const text = readFileSync('docs/rules.md', 'utf8');
  const numbered = [...text.matchAll(/^#### (4\.[12]\.\d+) /gm)].map(([, number]) => number);
  expect(numbered.length).toBeGreaterThanOrEqual(17);
  expect(clauses.map(({ id }) => id)).toEqual(['4.1', ...numbered]);
  for (const { says } of clauses) expect(says).toMatch(/^[A-Za-z].*\.$/);
});

it('every rule is one of them, or says what it adds to one', () => {
  const ids = clauses.map(({ id }) => id);
  for (const { id, says } of [...metricsRules, ...rosterRules]) {
    expect(ids).toContain(id);
    expect(says).toMatch(/^[A-Za-z].*\.$/);
  }
});
