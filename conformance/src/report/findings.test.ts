import { expect, it } from 'vitest';
import { registry } from '../rules/registry.js';
import { findingOf, findings, rulesFound } from './findings.js';
import { sampleReport } from './sample.test-kit.js';

it('counts as many rules in scope as the headline', () => {
  const sample = sampleReport();
  const [first] = sample.rules;
  if (first === undefined) throw new Error('The sample has no rule.');
  // An open point that was decided, and one that could not be.
  const open = (['pass', 'undecided'] as const).map((verdict) => ({
    ...first,
    level: 'observed' as const,
    inScope: false,
    verdict,
  }));
  expect(open.map(findingOf)).toEqual(['observed', 'observed']);
  const report = { ...sample, rules: [...sample.rules, ...open] };
  const inScope = findings.filter((one) => one !== 'observed' && one !== 'notApplicable');
  const counted = inScope.reduce((sum, one) => sum + rulesFound(report, one).length, 0);
  expect(counted).toBe(report.rules.filter((rule) => rule.inScope).length);
  expect(registry.some(({ level }) => level === 'observed')).toBe(true);
});
