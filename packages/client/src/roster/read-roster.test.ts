import { describe, expect, it } from 'vitest';
import { createClient } from '../create-client.js';
import { ClientError } from '../failure.js';
import { answer, school, serveFacts } from '../service.test-kit.js';
import type { RosterRequest } from './read-roster.js';

const collect = async <A>(walk: AsyncIterable<A>): Promise<readonly A[]> => {
  const all: A[] = [];
  for await (const one of walk) all.push(one);
  return all;
};

const failureOf = (walk: AsyncIterable<unknown>): Promise<unknown> =>
  collect(walk).then(
    () => null,
    (error: unknown) => (error instanceof ClientError ? error.failure : error),
  );

describe('one page', () => {
  it('has the rows of 2.8 and the totals', async () => {
    const { options, asked } = serveFacts();
    const outcome = await createClient(options).rosterPage({
      organization: school,
      userType: ['admin', 'teacher'],
      status: 'active',
      q: ' olga ',
      sort: 'email',
      order: 'desc',
      from: '2026-01',
      to: '2026-11',
      perPage: 5,
    });
    expect(outcome).toMatchObject({
      ok: true,
      value: { totalCount: 1, totalPages: 1, page: 1, rows: [{ id: 'olga', userType: 'admin' }] },
    });
    expect(decodeURIComponent(asked[0]?.address ?? '')).toMatch(
      /status=active&userType\[\]=admin&userType\[\]=teacher/,
    );
  });

  it('4.2.1: is refused by the service with its reasons', async () => {
    const { options } = serveFacts();
    expect(
      await createClient(options).rosterPage({ organization: school, perPage: 101 }),
    ).toMatchObject({
      failure: { kind: 'refused', reasons: [{ source: { parameter: 'perPage' } }] },
    });
  });

  it('section 3: waits while it is computed; a failed roster is a failure, not an empty one', async () => {
    const { options, asked } = serveFacts({ pending: 2 });
    expect(await createClient(options).rosterPage({ organization: school })).toMatchObject({
      ok: true,
      value: { totalCount: 4 },
    });
    expect(new Set(asked.map(({ address }) => address)).size).toBe(1);
    const failing = serveFacts({ fail: ['users'] });
    expect(await createClient(failing.options).rosterPage({ organization: school })).toEqual({
      ok: false,
      failure: { kind: 'rosterFailed' },
    });
  });
});

describe('4.2.5: the whole roster', () => {
  it('walks until it passes totalPages, with parameters that stay', async () => {
    const service = serveFacts();
    const request = { organization: school, perPage: 2, sort: 'name' };
    const walk = createClient(service.options).roster(request as RosterRequest);
    const names: string[] = [];
    for await (const { name } of walk) {
      names.push(name);
      request.sort = 'boards';
    }
    expect(names).toEqual(['adam', 'Ms Tess', 'olga', 'stan']);
    const addresses = service.asked.map(({ address }) => address.split('?')[1]);
    expect(addresses).toEqual(
      ['perPage=2&sort=name&page=1', 'perPage=2&sort=name&page=2'].map(
        (query) => expect.stringContaining(query.split('&').at(-1) ?? '') as string,
      ),
    );
    expect(new Set(addresses.map((query) => query?.replace(/page=\d$/, ''))).size).toBe(1);
  });

  it('an empty roster has no page, and a walk can go on where another ended', async () => {
    const { options } = serveFacts();
    const client = createClient(options);
    const nobody = { organization: school, q: 'nobody at all' };
    expect(await collect(client.rosterPages(nobody))).toEqual([]);
    const rest = client.roster({ organization: school, perPage: 1 }, { fromPage: 3 });
    expect((await collect(rest)).map(({ name }) => name)).toEqual(['olga', 'stan']);
  });

  it('asks for no page before the one in hand is used', async () => {
    const { options, asked } = serveFacts();
    const walk = createClient(options).rosterPages({ organization: school, perPage: 1 });
    expect(asked).toHaveLength(0);
    await walk.next();
    expect(asked).toHaveLength(1);
    await walk.return();
    expect(asked).toHaveLength(1);
  });

  it('throws what a call fails with, after the pages that came', async () => {
    const { options } = serveFacts();
    const walk = createClient(options).roster(
      { organization: school, perPage: 1 },
      { requestsMax: 2 },
    );
    expect([(await walk.next()).done, (await walk.next()).done]).toEqual([false, false]);
    await expect(walk.next()).rejects.toMatchObject({
      name: 'ClientError',
      failure: { kind: 'budgetSpent', requestsUsed: 2 },
    });
  });
});

describe('a page that is none', () => {
  const row = {
    id: 'olga',
    type: 'organizationAnalyticsUser',
    attributes: {
      name: 'olga',
      username: null,
      email: null,
      userType: 'admin',
      active: true,
      signupDate: '2026-01-01',
      lastActivityDate: null,
      boards: 0,
      posts: 0,
      comments: 0,
      reactions: 0,
    },
  };
  const dateRange = { from: '2026-01-01', to: '2026-01-31' };
  const meta = { status: 'ready', dateRange, page: 1, perPage: 2, totalCount: 3, totalPages: 2 };
  const attributes = { ...row.attributes, posts: 1e999 };
  it.each([
    ['too few rows', { data: [row], meta }],
    ['no rows', { meta }],
    ['another page', { data: [row, row], meta: { ...meta, page: 2 } }],
    ['a page that was clamped', { data: [row], meta: { ...meta, perPage: 1, totalPages: 3 } }],
    ['totals that contradict', { data: [row, row], meta: { ...meta, totalPages: 3 } }],
    ['no range', { data: [row, row], meta: { ...meta, dateRange: null } }],
    ['a row of another shape', { data: [row, { ...row, attributes }], meta }],
  ])('%s', async (_, document) => {
    const { options } = serveFacts({ instead: () => answer(200, document) });
    const walk = createClient(options).roster({ organization: school, perPage: 2 });
    expect(await failureOf(walk)).toMatchObject({ kind: 'malformedAnswer', status: 200 });
  });
});
