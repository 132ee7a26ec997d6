import type { Facts, MetricName } from '@tallyboard/core/vocabulary';
import { expect, test } from 'vitest';
import { oracleFigure, oraclePage, oracleRows } from './index.js';
import {
  answer,
  attachment,
  board,
  member,
  organization,
  play,
  post,
  scan,
  user,
  visit,
} from './small-facts.test-kit.js';
import { march, worldOf } from './small-world.test-kit.js';
import type { OracleWorld } from './world.js';

const numbered = <A>(count: number, make: (number: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, number) => make(number));

/** A school of so many members, boards, posts, reactions, visits, videos, plays and scans. */
const schoolOf = (size: number): OracleWorld =>
  worldOf([
    organization(),
    ...numbered(size, (n) => user(`u${n}`, { username: `name ${(n * 7919) % size}` })),
    ...numbered(size, (n) => member(`u${n}`, 'student')),
    ...numbered(size, (n) => board(`b${n}`, `u${n}`)),
    ...numbered(size, (n) => post(`p${n}`, `b${n}`, `u${n}`)),
    ...numbered(size, (n) => answer('reaction', `r${n}`, `p${n}`, `b${n}`, `u${(n + 1) % size}`)),
    ...numbered(size, (n) => visit(`v${n}`, `b${n}`, `u${n}`, 60)),
    ...numbered(size, (n) => attachment(`a${n}`, `p${n}`, 'video', `u${n}`)),
    ...numbered(size, (n) => play(`y${n}`, `a${n}`)),
    ...numbered(size, (n) => scan(`s${n}`)),
  ]);

/** The world with every reading of a field of a fact counted. */
const counted = (world: OracleWorld) => {
  let reads = 0;
  const watched = <Row extends object>(row: Row): Row =>
    new Proxy(row, {
      get: (target, field, receiver): unknown => {
        reads += 1;
        return Reflect.get(target, field, receiver);
      },
    });
  const facts = Object.fromEntries(
    Object.entries(world.facts).map(([kind, rows]) => [
      kind,
      (rows as readonly object[]).map(watched),
    ]),
  ) as unknown as Facts;
  return { world: { ...world, facts }, reads: () => reads };
};

const questions: readonly (readonly [MetricName, object, boolean])[] = [
  ['memberCount', { status: ['active', 'inactive', 'joined'] }, false],
  ['memberCount', { status: 'active' }, true],
  ['postCount', { userType: ['student'] }, true],
  ['visitorCount', {}, true],
  ['peerInteractionCount', { userType: ['student'] }, true],
  ['attachmentCountByCategory', { userType: ['student'] }, false],
  ['scannedItemCountByType', {}, false],
  ['topBoards', { sortBy: ['posts', 'visitors'] }, false],
  ['topUsers', { sortBy: ['posts', 'boards'] }, false],
  ['topMedia', { mediaType: ['video'] }, false],
];

const readsOf = (size: number): number => {
  const { world, reads } = counted(schoolOf(size));
  for (const [name, properties, byMonth] of questions) {
    oracleFigure(world, { name, properties }, march, byMonth);
  }
  const question = { status: null, userTypes: [], q: 'e', order: 'asc' } as const;
  oraclePage(oracleRows(world, march), { ...question, sort: 'name', page: 1, perPage: 100 });
  return reads();
};

test('every figure and the roster read facts in proportion to their number', () => {
  const [small, large] = [readsOf(200), readsOf(400)];
  expect(small).toBeGreaterThan(200 * 10);
  // Twice the facts are read twice; where each member scans all visits it would be four times.
  expect(large / small).toBeLessThan(2.1);
});
