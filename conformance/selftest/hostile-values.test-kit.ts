/** Small values that no service should answer: what converts or compares texts must not throw. */
export const oddValues: readonly unknown[] = [
  undefined,
  { toString: 1 },
  { valueOf: 1, toString: 'a' },
  [{ toString: null }],
  { constructor: 1, length: 1e9, then: 1, toJSON: 1 },
  JSON.parse('{"__proto__":{"toString":1}}'),
  '\ud800',
  '+012000-01',
  1e308,
];

/** Values so large that what is quadratic, or spreads a list over arguments, fails. */
export const largeValues: readonly unknown[] = [
  Array.from({ length: 200_000 }, () => 1),
  Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [index, [index]])),
  Array.from({ length: 100_000 }, (_, index) => ({ type: 'post', id: `p_${index}` })),
  `a${'\u0301\u0316'.repeat(200_000)}`,
];
