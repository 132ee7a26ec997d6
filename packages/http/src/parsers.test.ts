import * as jsonaModule from 'jsona';
import * as kitsu from 'kitsu-core';
import { describe, expect, test } from 'vitest';
import { ids } from './sample-facts.test-kit.js';
import { type Asking, goodBody, paths, serveSample } from './sample-service.test-kit.js';

/* What JSON:API parsers of others make of our documents. */

// Their declarations name files without an ending, which the compiler does not follow in ES modules.
const { Jsona } = jsonaModule as unknown as {
  readonly Jsona: new () => { readonly deserialize: (body: string) => unknown };
};
const { deserialise, error } = kitsu as unknown as {
  readonly deserialise: (response: unknown) => { readonly data: unknown };
  readonly error: (failure: object) => never;
};

/** How each parser reads a document, and what it makes of a relationship. */
const parsers = {
  jsona: {
    read: (text: string): unknown => new Jsona().deserialize(text),
    linked: (records: unknown): unknown => records,
  },
  'kitsu-core': {
    read: (text: string): unknown => deserialise(JSON.parse(text)).data,
    linked: (records: unknown): unknown => ({ data: records }),
  },
};

type Linked = (records: unknown) => unknown;

const documents: readonly (readonly [
  what: string,
  path: string,
  asking: Asking,
  read: (linked: Linked) => object,
])[] = [
  [
    'a board with what was included',
    `${paths.board}?include=posts,sections,comments`,
    {},
    (linked) => ({
      id: ids.board,
      title: 'Cells',
      settings: { font: 3 },
      sections: linked([{ title: 'Section 1' }, { title: 'Section 2' }]),
      posts: linked([
        { color: null },
        {
          id: 'post_p1',
          color: 'green',
          section: linked({ id: 'sec_s1', title: 'Section 1' }),
          content: { subject: 'Mitosis', attachment: { caption: 'The early film' } },
          customFields: [{ key: 'level', value: 'easy' }],
        },
        { color: null },
      ]),
      comments: linked([
        { content: 'a < b & "c" isn\'t', post: linked({ id: 'post_p1', color: 'green' }) },
        { id: 'comment_c2' },
      ]),
    }),
  ],
  [
    'a board without includes: types and ids',
    paths.board,
    {},
    (linked) => ({ sections: linked(['sec_s1', 'sec_s2'].map((id) => ({ type: 'section', id }))) }),
  ],
  [
    'the current user',
    `${paths.me}?include=boards,organizations`,
    { as: 'tess' },
    (linked) => ({
      id: 'user_tess',
      displayName: ' Ms Tess ',
      boards: linked([{ title: 'Cells' }, { title: `Board ${ids.personalBoard}` }]),
      organizations: linked([{ id: ids.classroom, role: 'teacher' }, { name: 'The school' }]),
    }),
  ],
  [
    'metrics',
    paths.metrics,
    { body: goodBody },
    () => ({ id: ids.school, metrics: [{ name: 'postCount', data: 3 }] }),
  ],
  [
    'the roster',
    `${paths.roster}?sort=email&perPage=2`,
    {},
    () => [
      { id: 'adam', type: 'organizationAnalyticsUser', userType: 'admin', active: false },
      { id: 'olga', email: 'olga@example.org', boards: 1 },
    ],
  ],
];

describe.each(Object.entries(parsers))('%s reads', (_, { read, linked }) => {
  test.each(documents)('%s', async (_what, path, asking, expected) => {
    expect(read((await serveSample()(path, asking)).text)).toMatchObject(expected(linked));
  });

  test('an empty page while the roster is pending', async () => {
    expect(read((await serveSample({ pending: 1 })(paths.roster)).text)).toEqual([]);
  });
});

test('kitsu-core finds errors where it expects them', async () => {
  const { json } = await serveSample()(`${paths.roster}?perPage=0`);
  const errors = [expect.objectContaining({ status: '400', code: 'BAD_REQUEST' })];
  expect(() => error({ response: { data: json } })).toThrow(expect.objectContaining({ errors }));
});
