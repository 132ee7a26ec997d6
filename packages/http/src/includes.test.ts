import { describe, expect, test } from 'vitest';
import { paths, serveSample } from './sample-service.test-kit.js';

const ask = serveSample();

describe('W25, P35: include', () => {
  // The types in `included`, each once; `null` where there is no `included`.
  test.each<[query: string, types: readonly string[] | null, path?: string]>([
    ['', null],
    ['?included=posts', null],
    ['?include[]=posts', ['post']],
    ['?include[]=posts&include[]=sections', ['section', 'post']],
    ['?include%5B%5D=posts&include=sections', ['section', 'post']],
    ['?include', []],
    ['?include=', []],
    ['?include=,', []],
    ['?include=posts', ['post']],
    ['?include=comments,sections', ['section', 'comment']],
    ['?include=posts,sections,comments', ['section', 'post', 'comment']],
    ['?include=comments%2Cposts', ['post', 'comment']],
    ['?include=%70osts,,posts', ['post']],
    ['?include=posts&include=sections', ['section', 'post']],
    ['?include=posts&include=sections,comments', ['section', 'post', 'comment']],
    ['?include=&include=posts', ['post']],
    ['?include=&include=', []],
    ['', null, paths.me],
    ['?include=boards', ['board'], paths.me],
    ['?include=organizations,boards', ['board', 'organization'], paths.me],
    ['?include=organizations&include=boards', ['board', 'organization'], paths.me],
  ])('%s: %j', async (query, types, path = paths.board) => {
    const { status, json } = await ask(path + query);
    const included = json.included && [...new Set(json.included.map(({ type }) => type))];
    expect([status, included ?? null]).toEqual([200, types]);
  });

  test.each([
    'users',
    'Posts',
    'posts%20',
    'posts.author',
    '%00',
    '__proto__',
    'posts;sections',
    'posts&include=nonsense',
    '&include[]=nonsense',
  ])('board?include=%s is refused', async (words) => {
    const { status, json } = await ask(`${paths.board}?include=${words}`);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([
      {
        code: 'BAD_REQUEST',
        source: { parameter: 'include' },
        meta: { rule: '4.3', violation: 'unknownBoardInclude' },
      },
    ]);
  });

  test('each endpoint has words of its own', async () => {
    expect((await ask(`${paths.me}?include=posts`)).json.errors).toMatchObject([
      { meta: { rule: '4.4' } },
    ]);
    expect((await ask(`${paths.board}?include=boards`)).status).toBe(400);
  });
});

test('W27: every time has milliseconds', async () => {
  const { text } = await ask(`${paths.board}?include=posts,sections,comments`);
  const times = text.match(/"(?:created|updated)At":"[^"]*"/g) ?? [];
  expect(times.length).toBeGreaterThan(10);
  for (const time of times) expect(time).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z"$/);
});
