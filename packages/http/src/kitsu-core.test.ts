import * as kitsu from 'kitsu-core';
import { describe, expect, test } from 'vitest';
import { ids } from './sample-facts.test-kit.js';
import { type Asking, goodBody, paths, serveSample } from './sample-service.test-kit.js';

/** What the client makes of a record: attributes moved up, relationships joined with what they name. */
interface Deserialised {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Linked {
  readonly data: Deserialised & readonly Deserialised[];
}

// Its declarations name directories, which the compiler does not follow in ES modules.
const { deserialise, error } = kitsu as unknown as {
  readonly deserialise: (response: unknown) => Linked & { readonly meta?: object };
  readonly error: (failure: object) => never;
};

const ask = serveSample();
const read = async (path: string, asking: Asking = {}) =>
  deserialise((await ask(path, asking)).json);

const linked = (record: Deserialised, relationship: string): Linked['data'] =>
  (record[relationship] as Linked).data;

describe('kitsu-core reads', () => {
  test('a board with what was included', async () => {
    const { data } = await read(`${paths.board}?include=posts,sections,comments`);
    expect(data).toMatchObject({ id: ids.board, type: 'board', title: 'Cells' });
    expect(linked(data, 'sections').map((section) => section['title'])).toEqual([
      'Section 1',
      'Section 2',
    ]);
    const [, post] = linked(data, 'posts');
    expect(post).toMatchObject({
      id: 'post_p1',
      color: 'green',
      author: { shortName: 'Ms Tess' },
      content: { subject: 'Mitosis', attachment: { caption: 'The early film' } },
      customFields: [{ key: 'level', value: 'easy' }],
    });
    expect(linked(post!, 'section')).toMatchObject({ id: 'sec_s1', title: 'Section 1' });
    const [comment] = linked(data, 'comments');
    expect(comment).toMatchObject({ id: 'comment_c1', content: 'a < b & "c" isn\'t' });
    expect(linked(comment!, 'post')).toMatchObject({ id: 'post_p1', color: 'green' });
  });

  test('a board without includes: ids only', async () => {
    const { data } = await read(paths.board);
    expect(linked(data, 'posts').map(({ id }) => id)).toEqual(['post_p0', 'post_p1', 'post_p2']);
  });

  test('the current user', async () => {
    const { data } = await read(`${paths.me}?include=boards,organizations`, { as: 'tess' });
    expect(data).toMatchObject({ id: 'user_tess', type: 'user', email: 'tess@example.org' });
    expect(linked(data, 'boards').map((board) => board['title'])).toEqual([
      'Cells',
      `Board ${ids.personalBoard}`,
    ]);
    expect(linked(data, 'organizations')).toMatchObject([
      { id: ids.classroom, organizationType: 'classroom', role: 'teacher' },
      { id: ids.school, organizationType: 'school', role: 'teacher' },
    ]);
  });

  test('metrics', async () => {
    const { data, meta } = await read(paths.metrics, { body: goodBody });
    expect(data).toMatchObject({
      id: ids.school,
      type: 'organizationAnalytics',
      metrics: [{ name: 'postCount', properties: { userType: ['all'] }, data: 3 }],
    });
    expect(meta).toMatchObject({ status: 'ready' });
  });

  test('the roster', async () => {
    const { data, meta } = await read(`${paths.roster}?sort=email&perPage=2`);
    expect(data).toMatchObject([
      { id: 'adam', type: 'organizationAnalyticsUser', userType: 'admin', active: false },
      { id: 'olga', email: 'olga@example.org', boards: 1 },
    ]);
    expect(meta).toMatchObject({ totalCount: 4, totalPages: 2 });
  });

  test('errors, where it expects them', async () => {
    const { json } = await ask(`${paths.roster}?perPage=0`);
    expect(() => error({ response: { data: json } })).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({
            status: '400',
            code: 'BAD_REQUEST',
            title: expect.any(String) as string,
            detail: expect.stringContaining('perPage') as string,
          }),
        ],
      }),
    );
  });
});
