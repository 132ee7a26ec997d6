import * as jsonaModule from 'jsona';
import { describe, expect, test } from 'vitest';
import { ids } from './sample-facts.test-kit.js';
import { type Asking, goodBody, paths, serveSample } from './sample-service.test-kit.js';

/** What the client makes of a record. */
interface Model {
  readonly id: string;
  readonly type: string;
  readonly relationshipNames?: readonly string[];
  readonly [field: string]: unknown;
}

const ask = serveSample();
// Its declarations name files without their ending, which the compiler does not follow in ES modules.
const { Jsona } = jsonaModule as unknown as {
  readonly Jsona: new () => { readonly deserialize: (body: string) => unknown };
};
const jsona = new Jsona();

const read = async (path: string, asking: Asking = {}): Promise<unknown> =>
  jsona.deserialize((await ask(path, asking)).text);

describe('jsona reads', () => {
  test('a board with what was included', async () => {
    const board = (await read(`${paths.board}?include=posts,sections,comments`)) as Model & {
      readonly posts: readonly Model[];
      readonly comments: readonly (Model & {
        readonly post: Model;
        readonly author: Model | null;
      })[];
    };
    expect(board.relationshipNames).toEqual(['sections', 'posts', 'comments']);
    expect(board).toMatchObject({ id: ids.board, title: 'Cells', settings: { font: 3 } });
    expect(board.posts.map((post) => post['color'])).toEqual([null, 'green', null]);
    expect(board.posts[1]).toMatchObject({ section: { title: 'Section 1' } });
    // One record, however many ways lead to it.
    expect(board.comments[0]?.post).toBe(board.posts[1]);
    expect(board.comments.map(({ author }) => author?.id ?? null)).toEqual(['user_stan', null]);
  });

  test('a board without includes: types and ids', async () => {
    const board = await read(paths.board);
    expect(board).toMatchObject({
      sections: [
        { type: 'section', id: 'sec_s1' },
        { type: 'section', id: 'sec_s2' },
      ],
    });
  });

  test('the current user', async () => {
    const user = await read(`${paths.me}?include=boards,organizations`, { as: 'tess' });
    expect(user).toMatchObject({
      id: 'user_tess',
      displayName: ' Ms Tess ',
      boards: [
        { title: 'Cells', posts: [{ id: 'post_p0' }, { id: 'post_p1' }, { id: 'post_p2' }] },
        { title: `Board ${ids.personalBoard}`, posts: [] },
      ],
      organizations: [{ id: ids.classroom, role: 'teacher' }, { name: 'The school' }],
    });
  });

  test('metrics and the roster', async () => {
    expect(await read(paths.metrics, { body: goodBody })).toMatchObject({
      id: ids.school,
      metrics: [{ name: 'postCount', data: 3 }],
    });
    const rows = (await read(paths.roster)) as readonly Model[];
    expect(rows.map(({ id, type }) => `${type} ${id}`)).toContain('organizationAnalyticsUser stan');
  });

  test('an empty page while the roster is pending', async () => {
    const pending = serveSample({ pending: 1 });
    expect(jsona.deserialize((await pending(paths.roster)).text)).toEqual([]);
  });
});
