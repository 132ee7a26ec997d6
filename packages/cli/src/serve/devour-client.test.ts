// @ts-expect-error: the client comes without declarations; `Client` below stands in for them.
import DevourClient from 'devour-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';

/** What the client makes of a record. */
interface Model {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** As much of the client as is used here; it has no declarations. */
interface Client {
  headers: Readonly<Record<string, string>>;
  readonly define: (model: string, fields: object) => void;
  readonly find: (
    model: string,
    id: string,
    parameters?: object,
  ) => Promise<{ data: Model; meta: unknown }>;
  readonly request: (url: string, method: 'GET', parameters?: object) => Promise<{ data: Model }>;
}

const hasMany = (type: string) => ({ jsonApi: 'hasMany', type });
const hasOne = (type: string) => ({ jsonApi: 'hasOne', type });

const models = {
  board: {
    title: '',
    builder: {},
    settings: {},
    createdAt: '',
    sections: hasMany('sections'),
    posts: hasMany('posts'),
    comments: hasMany('comments'),
  },
  section: { title: '' },
  post: { content: {}, color: '', author: {}, section: hasOne('section') },
  comment: { content: '', author: hasOne('user'), post: hasOne('post') },
  user: { email: '', name: '', boards: hasMany('boards'), organizations: hasMany('organizations') },
  organization: { name: '', organizationType: '', role: '' },
};

let service: Service;
const clientFor = (userId: string): Client => {
  const DevourClass = DevourClient as unknown as new (options: object) => Client;
  const client = new DevourClass({
    apiUrl: `${service.address}/v1`,
    logger: false,
    errorBuilder: (error: object) => error,
  });
  client.headers = { 'X-API-KEY': keyOf(userId) };
  for (const [model, fields] of Object.entries(models)) client.define(model, fields);
  return client;
};

beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0 });
});
afterAll(() => service.close());

describe('devour-client reads over HTTP', () => {
  test('a board with what was included', async () => {
    const { data } = await clientFor('olga').find('board', ids.board, {
      include: 'posts,sections,comments',
    });
    expect(data).toMatchObject({
      id: ids.board,
      title: 'Cells',
      builder: { shortName: 'Ms Tess' },
      createdAt: '2026-01-02T03:04:05.006Z',
    });
    expect(data['sections']).toMatchObject([{ title: 'Section 1' }, { title: 'Section 2' }]);
    expect(data['posts']).toMatchObject([
      { id: 'post_p0', author: { shortName: 'stan' } },
      { id: 'post_p1', color: 'green', section: { id: 'sec_s1', title: 'Section 1' } },
      { id: 'post_p2', author: null },
    ]);
    expect(data['comments']).toMatchObject([
      { content: 'a < b & "c" isn\'t', post: { id: 'post_p1' }, author: { id: 'user_stan' } },
      { content: 'Why?', author: null },
    ]);
  });

  test('the current user', async () => {
    const { data } = await clientFor('tess').request(`${service.address}/v1/me`, 'GET', {
      include: 'boards,organizations',
    });
    expect(data).toMatchObject({
      id: 'user_tess',
      email: 'tess@example.org',
      boards: [{ title: 'Cells' }, { title: `Board ${ids.personalBoard}` }],
      organizations: [{ organizationType: 'classroom', role: 'teacher' }, { name: 'The school' }],
    });
  });

  test('errors, one by one as it expects them', async () => {
    const failure: unknown = await clientFor('olga')
      .find('board', ids.board, { include: 'authors' })
      .catch((error: unknown) => error);
    expect(failure).toEqual({
      0: expect.objectContaining({
        status: '400',
        code: 'BAD_REQUEST',
        title: expect.any(String) as string,
        detail: expect.stringContaining('"authors"') as string,
      }) as unknown,
    });
    const stranger = await clientFor('stranger')
      .find('board', ids.board)
      .catch((error: unknown) => error);
    expect(stranger).toMatchObject({ 0: { status: '401', code: 'INVALID_API_KEY' } });
  });
});
