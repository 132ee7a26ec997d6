import { expect, test } from 'vitest';
import { mayTie, redacted } from './redact.js';

const pseudonym = (name: string): string =>
  (redacted({ name }, 'salt') as { readonly name: string }).name;

test.each([
  ['Zoé', 'zoe', true],
  ['ØSTBY', 'ostby', true],
  ['Zoe', 'Zoa', false],
])('%s and %s may tie: %s, also as pseudonyms, which differ', (one, other, ties) => {
  expect(mayTie(one, other)).toBe(ties);
  expect(mayTie(pseudonym(one), pseudonym(other))).toBe(ties);
  expect(pseudonym(one)).not.toBe(pseudonym(other));
});
