import { expect, it } from 'vitest';
import { lawsIn } from './laws.js';

const source = `
const holds = (check: () => void): void => {
  fc.assert(fc.property(check));
};
describe('a list', () => {
  it('is sorted', () => {
    fc.assert(fc.property(list, (one) => expect(sorted(one)).toBe(true)));
  });
  it('has an example', () => expect(sorted([1, 2])).toBe(true));
});
test.each(kinds)('reads back: %s', () => {
  holds(() => undefined);
});
describe('a kind', () => {
  it.each(kinds)('%s: is known', () => fc.assert(fc.property(kind, isKnown)));
});
`;

it('lists the tests that hold an fc.assert, themselves or by a function of their file', () => {
  expect(lawsIn('list.test.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [6, 'a list: is sorted'],
    [11, 'reads back'],
    [15, 'a kind: is known'],
  ]);
});
