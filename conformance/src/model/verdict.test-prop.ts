import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { join, type Verdict, verdictOf } from './verdict.js';

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
  expect(verdictOf([])).toBe('undecided');
  expect(verdictOf(['notApplicable', 'notApplicable'])).toBe('undecided');
});
