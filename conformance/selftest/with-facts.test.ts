import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { isObject } from '../src/model/json.js';
import { change, edited } from '../src/rules/broken.js';
import { boardsIn } from '../src/seeded/expected-records.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { post } from './edges.test-kit.js';
import { soundPart } from './mutants/kill.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import { failedIds, failuresOf, plainSchool, run, school, withFacts } from './run.test-kit.js';

const { facts, targets } = plainSchool;

describe('with facts and no configured boards', () => {
  test('the suite finds a board to read and a forbidden one, and decides the rules of both', async () => {
    const found = {
      targets: { main: targets.main },
      boards: { readable: [], forbidden: [] },
      facts,
    };
    const { report } = await run({ world: plainSchool, ...found });
    expect(failuresOf(report)).toEqual([]);
    const boards = report.rules.filter(({ section }) => section === '2.9');
    expect(boards.filter(({ reason }) => reason === 'needsConfig')).toEqual([]);
    expect(report.profile['boardOfOthers']?.answer).not.toBe('unknown');
  });

  test('a board is forbidden only to a holder who is known', () => {
    const known = boardsIn(facts, targets.main);
    expect([known.readable.length, known.forbidden.length]).toEqual([1, 1]);
    const stranger = { ...targets.main, key: 'another' };
    expect(boardsIn(facts, stranger)).toEqual({ ...known, forbidden: [] });
  });
});

const oneMore = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter(isObject).map((row) => ({ ...row, value: Number(row['value']) + 1 }))
    : value;

test.each([
  [
    'a series that only an open point asks for',
    '2.4-S1',
    0,
    change('metrics', 'data/attributes/metrics/*/data', (data, { text }) =>
      text.includes('"status":"active"}],"dimensions"') ? oneMore(data) : data,
    ),
  ],
  [
    'three statuses by month',
    '2.4-S1',
    1,
    change('metrics', 'data/attributes/metrics/*/data', (data, { text }) =>
      text.includes('"dimensions"') && isObject(data) ? { ...data, joined: data['active'] } : data,
    ),
  ],
  [
    'rows under another spelling of the first page',
    '2.8-S9',
    0,
    change('roster', 'data/*/attributes/posts', (posts, { url }) =>
      url.search === '?page=01' ? Number(posts) + 1 : posts,
    ),
  ],
])('with facts, %s is compared', async (_what, id, rotation, wrong) => {
  const { report } = await run({ world: plainSchool, facts, rotation, handler: onReply(wrong) });
  expect(failedIds(report)).toContain(id);
});

test('with facts, a February of 28 days in a leap year is found', async () => {
  const isLeapDay = (at: number) => new Date(at).toISOString().slice(5, 10) === '02-29';
  const post = school.facts.post.filter(({ createdAt }) => !isLeapDay(createdAt));
  const world = { ...school, facts: soundPart({ ...school.facts, post }) };
  const { report } = await run({ world, facts: school.facts });
  expect(failedIds(report)).toContain('2.4-S4');
});

test('with facts, members of one name in another order break the published order alone', async () => {
  const user = facts.user.map((one) => ({ ...one, displayName: 'Kim' }));
  const world = { ...plainSchool, facts: { ...facts, user } };
  const turned = change('roster', 'data', (rows, { url }) =>
    url.searchParams.get('sort') === 'name' && Array.isArray(rows) ? rows.toReversed() : rows,
  );
  const { report } = await run({ world, facts: world.facts, handler: onReply(turned) });
  expect(failedIds(report).filter((id) => id.startsWith('4.2-'))).toEqual(['4.2-S2']);
});

describe('the current month', () => {
  const afterToday = Date.parse('2026-11-16T00:00:00.000Z');
  const yearMs = 366 * 86_400_000;
  const [boardId = ''] = school.boards.readable;
  const written = post('edgePostLater', boardId, null, afterToday as Instant);
  const world = withFacts(school, { post: [...school.facts.post, written] });
  /** What is dated after today happens next year: the facts as a range that ends today sees them. */
  const later = (row: object): object =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [
        field,
        typeof value === 'number' && value >= afterToday ? value + yearMs : value,
      ]),
    );
  const untilToday = Object.fromEntries(
    Object.entries(world.facts).map(([kind, rows]) => [
      kind,
      (rows as readonly object[]).map(later),
    ]),
  ) as unknown as Facts;
  const isCurrent = (body: unknown): boolean => isObject(body) && body['to'] === '2026-11';
  const named = onReply((reply, { body }) =>
    isCurrent(body)
      ? {
          ...reply,
          document: edited(reply.document, ['meta', 'dateRange', 'to'], () => '2026-11-15'),
        }
      : null,
  );

  /** What fails of a service that says that the current month of metrics ends today. */
  const failures = async (answered: Facts): Promise<readonly string[]> => {
    const current = serve({ ...world, facts: answered }, { allowance: 0 }).fetch;
    const handler = (inner: FetchHandler): FetchHandler =>
      named(async (request) => {
        const text = await request.clone().text();
        return text.includes('"to":"2026-11"') ? current(request) : inner(request);
      });
    const asked = { world, facts: world.facts, only: ['2.4', '2.6', '2.7'], allowance: 0 };
    return failedIds((await run({ serving: { allowance: 0 }, handler, ...asked })).report);
  };

  test('may end today, with the figures of that range and of no later days', async () => {
    expect(await failures(untilToday)).toEqual([]);
    expect(await failures(world.facts)).toContain('2.6-R6');
  });
});
