import {
  type DateRange,
  dayOfInstant,
  type Facts,
  type OrganizationType,
  parseDay,
  type Role,
  type UserType,
} from '@tallyboard/core/vocabulary';
import type { Ports } from '@tallyboard/http';
import { describe, expect, test } from 'vitest';
import type { OracleWorld } from '../oracle/index.js';
import { membersOfSlice, rowsWithin } from '../oracle/world.js';
import { at, isObject, listOf } from '../src/model/json.js';
import { edited, metrics, type Reply } from '../src/rules/broken.js';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { person, post, withEdges } from './edges.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';

// Right services in worlds that are seldom: none of them may fail.

const now = '2026-11-15T12:00:00.000Z';
const school = withEdges(buildWorld({ seed: 7, now }));

const failures = async (
  world: World,
  options: Partial<ConformanceOptions>,
  serving: Serving = {},
  handler: (inner: FetchHandler) => FetchHandler = (inner) => inner,
): Promise<readonly string[]> => {
  const { fetch, clock } = serve(world, serving);
  const { targets, boards } = world;
  const given = { fetch: handler(fetch), clock, targets, boards, now, reduceMax: 0, ...options };
  const { report } = await runConformance(given);
  expect(report.requests.metrics).toBeGreaterThan(30);
  return report.rules
    .filter(({ verdict, reason }) => verdict === 'fail' || reason === 'judgeFailed')
    .map(({ id, message }) => `${id}: ${message}`);
};

const knowing = {
  'with facts': ({ facts }: World) => ({ facts }),
  frozen: () => ({ frozen: true }),
  live: () => ({}),
};
const ways = Object.keys(knowing) as readonly (keyof typeof knowing)[];

const mainOf = ({ targets }: World): string => targets.main.org;

const withFacts = (world: World, facts: Partial<Facts>): World => ({
  ...world,
  facts: { ...world.facts, ...facts },
});

const roles: readonly Role[] = ['student', 'teacher', 'guest', 'admin'];

/** A school with so many members: its owner, and people of four roles, of whom some wrote something. */
const sized = (world: World, count: number): World => {
  const { member, user, post: posts, board, organization } = world.facts;
  const org = mainOf(world);
  const isOwn = (row: { readonly organizationId: string | null }): boolean =>
    row.organizationId === org;
  const main = organization.find(({ id }) => id === org);
  const owner = member.find((one) => isOwn(one) && one.userId === main?.ownerId);
  const wall = board.find(isOwn);
  if (owner === undefined || wall === undefined) throw new Error('no owner or no board');
  const people = Array.from({ length: count - 1 }, (_, index) =>
    person({
      id: `sized${String(index).padStart(5, '0')}`,
      role: roles[index % roles.length] ?? 'student',
      signup: `20${10 + (index % 12)}-0${1 + (index % 9)}-1${index % 10}`,
    }),
  );
  const written = people.flatMap(({ id }, index) =>
    Array.from({ length: index % 5 }, (_, time) =>
      post(`${id}${time}`, wall.id, id, (Date.parse(now) - (index + time) * 3_600_000) as never),
    ),
  );
  return withFacts(world, {
    user: [...user, ...people],
    member: [
      ...member.filter((one) => !isOwn(one) || one === owner),
      ...people.map(({ id }, index) => ({
        ...owner,
        userId: id,
        role: roles[index % roles.length] ?? 'student',
      })),
    ],
    post: [...posts, ...written],
  });
};

const unbilled = (world: World): World =>
  withFacts(world, {
    billingTerm: world.facts.billingTerm.filter((one) => one.organizationId !== mainOf(world)),
    seatChange: world.facts.seatChange.filter((one) => one.organizationId !== mainOf(world)),
  });

const lapsed = (world: World): World =>
  withFacts(world, {
    billingTerm: world.facts.billingTerm.filter(
      ({ organizationId, endsOn }) =>
        organizationId !== mainOf(world) || endsOn < dayOfInstant(Date.parse(now)),
    ),
  });

describe('organizations that are seldom', () => {
  const worlds: readonly (readonly [string, () => World])[] = [
    ...[1, 5, 300, 5000].map((count) => [`${count} members`, () => sized(school, count)] as const),
    ['no billing', () => unbilled(school)],
    ['a lapsed term', () => lapsed(school)],
    ...(['team', 'classroom'] as const).map(
      (organizationType: OrganizationType) =>
        [
          `a small ${organizationType}`,
          () => unbilled(buildWorld({ seed: 11, now, organizationType })),
        ] as const,
    ),
  ];
  test.each(worlds.flatMap(([name, world]) => ways.map((way) => [name, way, world] as const)))(
    '%s, %s',
    async (_name, way, make) => {
      const world = make();
      expect(await failures(world, knowing[way](world))).toEqual([]);
    },
  );
});

describe('a clock that passes', () => {
  const moving = (ports: Ports): Ports => ({
    ...ports,
    clock: { ...ports.clock, today: () => dayOfInstant(ports.clock.instant()) },
  });
  const moments: readonly (readonly [string, string, number])[] = [
    ['midnight at once', '2026-11-15T23:59:59.000Z', 1],
    ['midnight', '2026-11-15T23:59:10.000Z', 1],
    ['midnight late', '2026-11-15T23:58:10.000Z', 1],
    ['the end of a month at once', '2026-11-30T23:59:58.000Z', 1],
    ['the end of a month', '2026-11-30T23:59:20.000Z', 1],
    ['the end of a month late', '2026-11-30T23:58:20.000Z', 1],
    ['the end of a year', '2026-12-31T23:59:20.000Z', 1],
  ];
  test.each(moments.flatMap((one) => ways.map((way) => [...one, way] as const)))(
    '%s (%s, %s s a request), %s',
    async (_name, start, secondsEach, way) => {
      const world = { ...school, now: start };
      const serving = { secondsEach, ports: moving };
      const { fetch, clock } = serve(world, serving);
      const dated: FetchHandler = async (request) => {
        const response = await fetch(request);
        response.headers.set('date', new Date(clock.now()).toUTCString());
        return response;
      };
      const { report } = await runConformance({
        fetch: dated,
        clock,
        targets: world.targets,
        boards: world.boards,
        reduceMax: 0,
        ...knowing[way](world),
      });
      const failed = report.rules.filter(({ verdict }) => verdict === 'fail');
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    },
  );
});

const oracle: OracleWorld = {
  facts: school.facts,
  organizationId: mainOf(school),
  today: dayOfInstant(Date.parse(now)),
};

const rangeOf = (value: unknown): DateRange => {
  const [from, to] = [parseDay(String(at(value, 'from'))), parseDay(String(at(value, 'to')))];
  if (from === null || to === null) throw new Error('no range');
  return { from, to };
};

/** Boards on which something was posted, by some of the members. */
const usedBoards = (range: DateRange, userTypes: readonly UserType[]): number => {
  const authors = new Set(membersOfSlice(oracle, userTypes).map(({ userId }) => userId));
  const posts = rowsWithin(oracle, 'post', range).filter(
    ({ authorId }) => userTypes.includes('all') || (authorId !== null && authors.has(authorId)),
  );
  return new Set(posts.map(({ boardId }) => boardId)).size;
};

const monthOf = (month: string, { from, to }: DateRange): DateRange => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const day = (ms: number): number => dayOfInstant(ms);
  return {
    from: Math.max(from, day(Date.UTC(year, number - 1, 1))) as DateRange['from'],
    to: Math.min(to, day(Date.UTC(year, number, 0))) as DateRange['to'],
  };
};

/** boardCount counts the boards that were used: months do not add up to their range. */
const boardsUsed = onReply((reply, { endpoint }) => {
  if (endpoint !== 'metrics' || reply.status !== 200) return null;
  const range = rangeOf(at(reply.document, 'meta', 'dateRange'));
  const counted = (one: unknown): unknown => {
    if (!isObject(one) || one['name'] !== 'boardCount') return one;
    const userTypes = listOf(at(one, 'properties', 'userType') ?? ['all']) as readonly UserType[];
    const data = Array.isArray(one['data'])
      ? listOf(one['data']).map((row) => ({
          month: at(row, 'month'),
          value: usedBoards(monthOf(String(at(row, 'month')), range), userTypes),
        }))
      : usedBoards(range, userTypes);
    return { ...one, data };
  };
  return { ...reply, document: edited(reply.document, `${metrics}/*`.split('/'), counted) };
});

/** Rows count the boards that a member built or wrote on. */
const boardsWrittenOn = onReply((reply, { endpoint, url }) => {
  if (endpoint !== 'roster' || reply.status !== 200) return null;
  const range = rangeOf(at(reply.document, 'meta', 'dateRange'));
  const [posts, built] = [rowsWithin(oracle, 'post', range), rowsWithin(oracle, 'board', range)];
  const boardsOf = (id: unknown): number =>
    new Set([
      ...posts.filter(({ authorId }) => authorId === id).map(({ boardId }) => boardId),
      ...built.filter(({ builderId }) => builderId === id).map((board) => board.id),
    ]).size;
  const changed = rowsChanged(reply, (row) => ({ boards: boardsOf(row['id']) }));
  if (url.searchParams.get('sort') !== 'boards') return changed;
  const boards = (row: unknown): number => Number(at(row, 'attributes', 'boards'));
  const up = url.searchParams.get('order') === 'desc' ? -1 : 1;
  const data = listOf(at(changed.document, 'data')).toSorted(
    (a, b) => up * (boards(a) - boards(b)),
  );
  return { ...changed, document: { ...(changed.document as object), data } };
});

const rowsChanged = (
  reply: Reply,
  by: (row: Readonly<Record<string, unknown>>) => object,
): Reply => ({
  ...reply,
  document: edited(reply.document, ['data', '*'], (row) =>
    isObject(row) ? { ...row, attributes: { ...(row['attributes'] as object), ...by(row) } } : row,
  ),
});

/** Answers of the last seconds are given again. */
const cachedFor =
  (seconds: number, clock: { readonly now: () => number }) =>
  (inner: FetchHandler): FetchHandler => {
    const kept = new Map<string, readonly [number, Response]>();
    return async (request) => {
      const { headers, method, url } = request;
      const text = await request.clone().text();
      const key = JSON.stringify([method, url, text, [...headers]]);
      const [since, answer] = kept.get(key) ?? [];
      if (answer !== undefined && since !== undefined && clock.now() - since < seconds * 1000)
        return answer.clone();
      const fresh = await inner(request);
      kept.set(key, [clock.now(), fresh]);
      return fresh.clone();
    };
  };

describe('other readings of what is open, on live data', () => {
  test.each([
    ['boards count when they are used', boardsUsed],
    ['rows count boards that were written on', boardsWrittenOn],
  ] as const)('%s', async (_name, handler) => {
    for (const way of ['frozen', 'live'] as const)
      expect(await failures(school, way === 'frozen' ? { frozen: true } : {}, {}, handler)).toEqual(
        [],
      );
  });
});

test('a cache of 30 s answers repeats while data moves', async () => {
  const { facts } = school;
  for (const [from, secondsEach] of [
    [20, 1],
    [60, 1],
    [90, 2],
  ] as const) {
    const before = serve(school, { secondsEach });
    const after = serve(withFacts(school, { post: facts.post.slice(0, -5), reaction: [] }));
    let count = 0;
    const moving: FetchHandler = (request) => {
      count += 1;
      return (count > from ? after : before).fetch(request);
    };
    const { report } = await runConformance({
      fetch: cachedFor(30, before.clock)(moving),
      clock: before.clock,
      targets: school.targets,
      boards: school.boards,
      now,
      reduceMax: 0,
    });
    const failed = report.rules.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  }
});
