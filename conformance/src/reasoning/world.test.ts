import { expect, test } from 'vitest';
import type { Claim } from './claims.js';
import { everyone, groupOf } from './groups.js';
import type { Level } from './law.js';
import { disagreements } from './world.js';

const level = 'specification' as const;

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
  'one group': [figure(3), figure(4), figure(1, { group: groupOf(['student']) })],
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
  ['posts', 'specification', 'one group', 1],
])('%s, by the %s: %s with more than the whole are %i contradictions', (...row) => {
  const [measure, level, part, count] = row;
  const claims = parts[part].map((one) => ({ ...one, measure, level }));
  expect(disagreements(measure, claims, level)).toHaveLength(count);
});

test.each<[part: keyof typeof parts, says: string]>([
  [
    'two roles',
    'posts of teacher DAYS = 3 and posts of student DAYS = 3 (request 3), together at least 6, but posts DAYS = 4 (request 4)',
  ],
  [
    'two spans',
    'posts DAYS = 3 (request 3), but posts DAYS = 4 (request 4) and less posts DAYS = 3 (request 3) leave at most 1',
  ],
  ['a span', 'posts DAYS = 5 (request 5), but posts DAYS = 4 (request 4)'],
])('what contradicts is a sentence that names a source once: %s', (part, says) => {
  const claims = parts[part].map((one) => ({ ...one, measure: 'posts', level }));
  const [found] = disagreements('posts', claims, level);
  expect(found?.says.replaceAll(/[\d-]{10}\.\.[\d-]{10}/g, 'DAYS')).toBe(says);
});
