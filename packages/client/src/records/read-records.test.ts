import { describe, expect, it } from 'vitest';
import { ids } from '../../../http/src/sample-facts.test-kit.js';
import { createClient } from '../create-client.js';
import { answer, serveFacts } from '../service.test-kit.js';

describe('2.9: a board', () => {
  it('links to what was included', async () => {
    const { options } = serveFacts();
    const outcome = await createClient(options).board(ids.board, {
      include: ['posts', 'sections', 'comments'],
    });
    if (!outcome.ok) throw new Error(outcome.failure.kind);
    const { sections, posts, comments, attributes } = outcome.value;
    expect([attributes.title, attributes.builder.shortName]).toEqual(['Cells', 'Ms Tess']);
    expect(sections.map((section) => section.attributes.title)).toEqual(['Section 1', 'Section 2']);
    expect(posts.map(({ section }) => section?.attributes.title ?? null)).toEqual([
      null,
      'Section 1',
      'Section 2',
    ]);
    expect(posts[1]?.section).toBe(sections[0]);
    expect(comments.map(({ post }) => post)).toEqual([posts[1], posts[1]]);
    expect(comments[0]?.post).toBe(posts[1]);
    expect(comments.map(({ author }) => author?.id ?? null)).toEqual(['user_stan', null]);
    expect(() => JSON.stringify(outcome.value)).not.toThrow();
  });

  it('names what was not', async () => {
    const { options } = serveFacts();
    const client = createClient(options);
    const bare = await client.board(ids.board);
    expect(bare.ok && bare.value.posts[0]).toEqual({ type: 'post', id: 'post_p0' });
    const some = await client.board(ids.board, { include: ['comments'] });
    expect(some.ok && some.value.comments[0]?.post).toEqual({ type: 'post', id: 'post_p1' });
    expect(await client.board('board00000000009')).toMatchObject({ failure: { kind: 'notFound' } });
  });
});

describe('2.10: the current user', () => {
  it('links to boards and organizations', async () => {
    const { options } = serveFacts();
    const outcome = await createClient(options).me({ include: ['organizations', 'boards'] });
    if (!outcome.ok) throw new Error(outcome.failure.kind);
    const { attributes, organizations, boards } = outcome.value;
    expect(attributes.username).toBe('olga');
    expect(organizations.map((one) => one.attributes.organizationType).toSorted()).toEqual([
      'classroom',
      'school',
      'team',
    ]);
    expect(boards.map((board) => board.attributes.title)).toHaveLength(2);
  });
});

describe('a document that is none', () => {
  const board = { type: 'board', id: 'b', attributes: {} };
  it.each([
    ['no document', 'null'],
    ['another type', { data: { ...board, type: 'user' } }],
    ['a type that every object has', { data: { ...board, type: '__proto__' } }],
    ['no attributes of a board', { data: board }],
    ['no linkage', { data: { type: 'user', id: 'u', attributes: {}, relationships: {} } }],
    ['included is no list', { data: board, included: 7 }],
    ['something included is no record', { data: board, included: [{}] }],
  ])('%s', async (_, json) => {
    const { options } = serveFacts({ instead: () => answer(200, json) });
    const outcome = await createClient(options).board('b', { include: ['posts'] });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'malformedAnswer', status: 200 } });
  });

  it('a link that leads nowhere', async () => {
    const { options } = serveFacts();
    const { fetch } = options;
    const outcome = await createClient({
      ...options,
      fetch: async (address, request) => {
        const document = (await (await fetch!(address, request)).json()) as { included: unknown[] };
        return answer(200, { ...document, included: document.included.slice(1) });
      },
    }).board(ids.board, { include: ['posts'] });
    expect(outcome).toMatchObject({
      failure: {
        kind: 'malformedAnswer',
        detail: 'it links to post post_p0 and does not include it',
      },
    });
  });
});
