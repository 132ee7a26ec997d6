import { expect, test } from 'vitest';
import { plainCopy } from './plain-copy.js';

const listOfLength = (length: number): readonly unknown[] =>
  new Proxy([], {
    get: (list, name) => (name === 'length' ? length : (Reflect.get(list, name) as unknown)),
  });

test.each([Number.NaN, -1_000_000, Number.POSITIVE_INFINITY])(
  'a list of length %d does not lift the bound on values',
  (length) => {
    const many = Array.from({ length: 70_000 }, () => 0);
    expect(() => plainCopy([listOfLength(length), many], 3)).toThrow(RangeError);
    expect(() => plainCopy([many.slice(0, 60_000)], 3)).not.toThrow();
  },
);
