import {
  type DateRange,
  dayOfInstant,
  parseDay,
  type Role,
  type UserType,
} from '@tallyboard/core/vocabulary';
import type { Ports } from '@tallyboard/http';
import { describe, expect, test } from 'vitest';
import { membersOfSlice, type OracleWorld, rowsWithin } from '../oracle/world.js';
import { at, isObject, listOf } from '../src/model/json.js';
import { edited, metrics, type Reply } from '../src/rules/broken.js';
import { runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { person, post } from './edges.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import {
  failedIds,
  failuresOf,
  now,
  otherSchool,
  ownerOf,
  run,
  school,
  withFacts,
} from './run.test-kit.js';

// Right services in worlds that are seldom: none of them may fail.

const knowing = {
  'with facts': ({ facts }: World) => ({ facts }),
  frozen: () => ({ frozen: true }),
  live: () => ({}),
};
const ways = Object.keys(knowing) as readonly (keyof typeof knowing)[];

const mainOf = ({ targets }: World): string => targets.main.org;

const roles: readonly Role[] = ['student', 'teacher', 'guest', 'admin'];
const roleAt = (index: number): Role => roles[index % roles.length] ?? 'student';

/** A school with so many members: its owner, and people of four roles, of whom some wrote something. */
const sized = (world: World, count: number): World => {
  const { member, user, post: posts, board } = world.facts;
  const isOwn = (row: { readonly organizationId: string | null }): boolean =>
    row.organizationId === mainOf(world);
  const owner = member.find((one) => isOwn(one) && one.userId === ownerOf(world));
  const wall = board.find(isOwn);
  if (owner === undefined || wall === undefined) throw new Error('no owner or no board');
  const people = Array.from({ length: count - 1 }, (_, index) =>
    person({
      id: `sized${String(index).padStart(5, '0')}`,
      role: roleAt(index),
      signup: `20${10 + (index % 12)}-0${1 + (index % 9)}-1${index % 10}`,
    }),
  );
  const written = people.flatMap(({ id }, index) =>
    Array.from({ length: index % 5 }, (_, time) =>
      post(`${id}${time}`, wall.id, id, (Date.parse(now) - (index + time) * 3_600_000) as never),
    ),
  );
  const others = member.filter((one) => !isOwn(one) || one === owner);
  return withFacts(world, {
    user: [...user, ...people],
    member: [
      ...others,
      ...people.map(({ id: userId }, index) => ({ ...owner, userId, role: roleAt(index) })),
    ],
    post: [...posts, ...written],
  });
};

/** A world whose main organization has other terms. */
const billed = (world: World, isLeft: (endsOn: number) => boolean): World => {
  const { billingTerm, seatChange } = world.facts;
  const isOther = ({ organizationId }: { readonly organizationId: string }): boolean =>
    organizationId !== mainOf(world);
  return withFacts(world, {
    billingTerm: billingTerm.filter((one) => isOther(one) || isLeft(one.endsOn)),
    seatChange: seatChange.filter((one) => isOther(one) || isLeft(0)),
  });
};

const today = dayOfInstant(Date.parse(now));
const unbilled = (world: World): World => billed(world, () => false);
const small = (organizationType: 'team' | 'classroom'): World =>
  unbilled(buildWorld({ seed: 11, now, organizationType }));

const worlds: Readonly<Record<string, () => World>> = {
  '1 member': () => sized(school, 1),
  '5 members': () => sized(school, 5),
  '300 members': () => sized(school, 300),
  '5000 members': () => sized(school, 5000),
  'no billing': () => unbilled(school),
  'a lapsed term': () => billed(school, (endsOn) => endsOn < today),
  'a small team': () => small('team'),
  'a small classroom': () => small('classroom'),
};

test.each(
  Object.entries(worlds).flatMap(([name, make]) => ways.map((way) => [name, way, make] as const)),
)('an organization that is seldom: %s, %s', async (_name, way, make) => {
  const world = make();
  const { report } = await run({ world, ...knowing[way](world) });
  expect(failuresOf(report)).toEqual([]);
  expect(report.requests.metrics).toBeGreaterThan(30);
});

describe('a clock that passes', () => {
  const moving = (ports: Ports): Ports => ({
    ...ports,
    clock: { ...ports.clock, today: () => dayOfInstant(ports.clock.instant()) },
  });
  const moments = {
    'midnight at once': '2026-11-15T23:59:59.000Z',
    midnight: '2026-11-15T23:59:10.000Z',
    'midnight late': '2026-11-15T23:58:10.000Z',
    'the end of a month at once': '2026-11-30T23:59:58.000Z',
    'the end of a month': '2026-11-30T23:59:20.000Z',
    'the end of a month late': '2026-11-30T23:58:20.000Z',
    'the end of a year': '2026-12-31T23:59:20.000Z',
  };
  test.each(Object.entries(moments).flatMap((one) => ways.map((way) => [...one, way] as const)))(
    '%s (%s), %s',
    async (_name, start, way) => {
      const world = { ...school, now: start };
      const { fetch, clock } = serve(world, { secondsEach: 1, ports: moving });
      const dated: FetchHandler = async (request) => {
        const response = await fetch(request);
        response.headers.set('date', new Date(clock.now()).toUTCString());
        return response;
      };
      const { targets, boards } = world;
      const given = { fetch: dated, clock, targets, boards };
      const { report } = await runConformance({ ...given, ...knowing[way](world) });
      expect(failuresOf(report)).toEqual([]);
      expect(report.requests.metrics).toBeGreaterThan(30);
    },
  );
});

const rangeIn = ({ document }: Reply): DateRange => {
  const range = at(document, 'meta', 'dateRange');
  const [from, to] = [parseDay(String(at(range, 'from'))), parseDay(String(at(range, 'to')))];
  if (from === null || to === null) throw new Error('no range');
  return { from, to };
};

/** Boards on which something was posted, by some of the members. */
const usedBoards = (
  oracle: OracleWorld,
  range: DateRange,
  userTypes: readonly UserType[],
): number => {
  const authors = new Set(membersOfSlice(oracle, userTypes).map(({ userId }) => userId));
  const posts = rowsWithin(oracle, 'post', range).filter(
    ({ authorId }) => userTypes.includes('all') || (authorId !== null && authors.has(authorId)),
  );
  return new Set(posts.map(({ boardId }) => boardId)).size;
};

const monthOf = (month: string, { from, to }: DateRange): DateRange => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return {
    from: Math.max(from, dayOfInstant(Date.UTC(year, number - 1, 1))) as DateRange['from'],
    to: Math.min(to, dayOfInstant(Date.UTC(year, number, 0))) as DateRange['to'],
  };
};

/** boardCount counts the boards that were used: months do not add up to their range. */
const boardsUsed = (oracle: OracleWorld) =>
  onReply((reply, { endpoint }) => {
    if (endpoint !== 'metrics' || reply.status !== 200) return null;
    const range = rangeIn(reply);
    const counted = (one: unknown): unknown => {
      if (!isObject(one) || one['name'] !== 'boardCount') return one;
      const userTypes = listOf(at(one, 'properties', 'userType') ?? ['all']) as readonly UserType[];
      const data = Array.isArray(one['data'])
        ? listOf(one['data']).map((row) => {
            const month = String(at(row, 'month'));
            return { month, value: usedBoards(oracle, monthOf(month, range), userTypes) };
          })
        : usedBoards(oracle, range, userTypes);
      return { ...one, data };
    };
    return { ...reply, document: edited(reply.document, `${metrics}/*`.split('/'), counted) };
  });

/** Rows count the boards that a member built or wrote on. */
const boardsWrittenOn = (oracle: OracleWorld) =>
  onReply((reply, { endpoint, url }) => {
    if (endpoint !== 'roster' || reply.status !== 200) return null;
    const range = rangeIn(reply);
    const [posts, built] = [rowsWithin(oracle, 'post', range), rowsWithin(oracle, 'board', range)];
    const boardsOf = (id: unknown): number =>
      new Set([
        ...posts.filter(({ authorId }) => authorId === id).map(({ boardId }) => boardId),
        ...built.filter(({ builderId }) => builderId === id).map((board) => board.id),
      ]).size;
    const rows = listOf(at(reply.document, 'data'))
      .filter(isObject)
      .map((row) => {
        const boards = boardsOf(row['id']);
        return { ...row, attributes: { ...(row['attributes'] as object), boards } };
      });
    const up = url.searchParams.get('order') === 'desc' ? -1 : 1;
    const isSorted = url.searchParams.get('sort') === 'boards';
    const data = isSorted
      ? rows.toSorted((a, b) => up * (a.attributes.boards - b.attributes.boards))
      : rows;
    return { ...reply, document: { ...(reply.document as object), data } };
  });

test.each([
  ['boards count when they are used', boardsUsed, '2.4-S3'],
  ['rows count boards that were written on', boardsWrittenOn, '2.8-S8'],
] as const)('another reading of what is open, on live data: %s', async (_name, handlerOf, id) => {
  for (const world of [school, otherSchool]) {
    const { facts } = world;
    const handler = handlerOf({ facts, organizationId: mainOf(world), today });
    for (const frozen of [true, false])
      expect(failuresOf((await run({ world, handler, frozen })).report)).toEqual([]);
    // The facts show that it is another reading.
    expect(failedIds((await run({ world, handler, facts })).report)).toContain(id);
  }
});

/** Answers of the last seconds are given again. */
const cachedFor =
  (seconds: number, clock: { readonly now: () => number }) =>
  (inner: FetchHandler): FetchHandler => {
    const kept = new Map<string, readonly [number, Response]>();
    return async (request) => {
      const { headers, method, url } = request;
      const key = JSON.stringify([method, url, await request.clone().text(), [...headers]]);
      const [since = 0, answer] = kept.get(key) ?? [];
      if (answer !== undefined && clock.now() - since < seconds * 1000) return answer.clone();
      const fresh = await inner(request);
      kept.set(key, [clock.now(), fresh]);
      return fresh.clone();
    };
  };

test.each([
  [20, 1],
  [60, 1],
  [90, 2],
])('a cache of 30 s answers repeats while data moves: at request %i, %i s each', async (...row) => {
  const [from, secondsEach] = row;
  const before = serve(school, { secondsEach });
  const after = serve(withFacts(school, { post: school.facts.post.slice(0, -5), reaction: [] }));
  let count = 0;
  const moving = (): FetchHandler => (request) => {
    count += 1;
    return (count > from ? after : before).fetch(request);
  };
  const fetch = cachedFor(30, before.clock)(moving());
  const { report } = await run({ fetch, clock: before.clock });
  expect(failuresOf(report)).toEqual([]);
});
