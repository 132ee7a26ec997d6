import { expect, test } from 'vitest';
import type { Claim } from './claims.js';
import { everyone, groupOf } from './groups.js';
import type { Level } from './law.js';
import { disagreements } from './world.js';

type Part = Partial<Pick<Claim, 'group' | 'from' | 'to'>>;

/** A number of the days 1 to 10, of everyone, unless it is of a part. */
const figure = (value: number, part: Part = {}): Omit<Claim, 'measure' | 'level'> => ({
  ...{ group: everyone, from: 1, to: 10, by: '', seqs: [value] },
  ...{ least: value, most: value },
  ...part,
});

const parts = {
  'two roles': [
    figure(3, { group: groupOf(['student']) }),
    figure(3, { group: groupOf(['teacher']) }),
    figure(4),
  ],
  'two spans': [figure(3, { to: 5 }), figure(3, { from: 6 }), figure(4)],
  'a span': [figure(5, { to: 5 }), figure(4)],
};

// Boards may be counted when they are used: one board then counts for two roles, and in two months (2.6).
test.each<[measure: string, Level, keyof typeof parts, contradictions: number]>([
  ['posts', 'specification', 'two roles', 1],
  ['boards', 'specification', 'two roles', 0],
  ['boards', 'reading', 'two roles', 1],
  ['posts', 'specification', 'two spans', 1],
  ['boards', 'specification', 'two spans', 0],
  ['boards of user ouser022', 'specification', 'two spans', 0],
  ['boards of user ouser022', 'reading', 'two spans', 1],
  ['boards', 'specification', 'a span', 1],
])('%s, by the %s: %s with more than the whole are %i contradictions', (...row) => {
  const [measure, level, part, count] = row;
  const claims = parts[part].map((one) => ({ ...one, measure, level }));
  expect(disagreements(measure, claims, level)).toHaveLength(count);
});
