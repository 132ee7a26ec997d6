import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { registry } from '../rules/registry.js';
import { verdictOfRun } from '../verdicts/judge-history.js';
import { join, notApplicable, type Verdict } from './verdict.js';

const verdict = fc.constantFrom<Verdict>('pass', 'fail', 'undecided', 'notApplicable');

test('join is a bounded semilattice', () => {
  fc.assert(
    fc.property(verdict, verdict, verdict, (a, b, c) => {
      expect(join(a, join(b, c))).toBe(join(join(a, b), c));
      expect(join(a, b)).toBe(join(b, a));
      expect(join(a, a)).toBe(a);
      expect(join(a, 'notApplicable')).toBe(a);
      expect(join(a, 'fail')).toBe('fail');
    }),
  );
});

test('nothing is never green', () => {
  const judgement = notApplicable('notExercised', 'It never occurred.');
  expect(verdictOfRun([])).toBe('undecided');
  expect(verdictOfRun(registry.map((rule) => ({ rule, judgement, inScope: false })))).toBe(
    'undecided',
  );
});
