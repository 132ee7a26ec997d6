import { metricNames, propertyNames } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createHandler } from './create-handler.js';
import { memoryPorts } from './memory/memory-ports.js';
import { ids, keyOf, now, sampleFacts } from './sample-facts.test-kit.js';
import { paths, readJson } from './sample-service.test-kit.js';

const reported: unknown[] = [];
/** How often each status came: a fuzz that only ever meets one wall proves nothing about the others. */
const seen = new Map<number, number>();
const handler = createHandler({
  ...memoryPorts(sampleFacts, { now, allowance: 0, pending: 1, fail: ['topUsers'] }),
  onError: (error) => reported.push(error),
});

/** What every answer to every request must be like. */
const expectDecent = async (request: Request): Promise<void> => {
  reported.length = 0;
  const response = await handler(request);
  expect(reported).toEqual([]);
  const { status, headers } = response;
  seen.set(status, (seen.get(status) ?? 0) + 1);
  const text = await response.text();
  expect(status === 200 || status === 202 || (status >= 400 && status < 500)).toBe(true);
  expect(headers.get('Content-Type')).toBe('application/vnd.api+json');
  const json = readJson(text);
  if (status < 400) {
    expect(json.data).toBeDefined();
    expect(json.errors).toBeUndefined();
    return;
  }
  expect(json.data).toBeUndefined();
  expect(json.errors?.length).toBeGreaterThan(0);
  for (const error of json.errors ?? []) {
    expect(error.status).toBe(String(status));
    expect(error.code).toMatch(/^[A-Z_]+$/);
    expect(typeof error.title).toBe('string');
    expect(error.detail.length).toBeLessThan(2_000);
  }
};

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
/** Lone surrogates included. */
const oddText = fc.oneof(
  anyText,
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'month',
    'all',
    'null',
    '0',
  ),
);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...metricNames, ...propertyNames) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('all', 'owner', 'teacher', 'anonymous', 'active', 'posts', 'video'),
  },
  { weight: 1, arbitrary: oddText },
);
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, 5e-324, 2 ** 53, '', [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
);
const entry = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constantFrom<string>(...metricNames) }) },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        name: word,
        status: fc.oneof(word, fc.array(word, { maxLength: 4 }), odd),
        userType: fc.oneof(word, fc.array(word, { maxLength: 4 }), odd),
        sortBy: fc.oneof(word, fc.array(word, { maxLength: 3 }), odd),
        mediaType: fc.oneof(word, odd),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
);
const month = fc.oneof(
  fc.constantFrom(
    '2026-01',
    '2026-11',
    '2026-12',
    '2021-01',
    '2020-12',
    '9999-12',
    '2026-13',
    '2026-1',
  ),
  odd,
);
const bodyValue = fc.oneof(
  fc.record(
    {
      metrics: fc.oneof(fc.array(entry, { maxLength: 30 }), odd),
      dimensions: fc.oneof(fc.constant(['month']), fc.array(word, { maxLength: 3 }), odd),
      from: month,
      to: month,
    },
    { requiredKeys: ['metrics'] },
  ),
  fc.dictionary(fc.oneof(oddText, fc.constantFrom('metrics', 'from', 'to')), odd),
  odd,
);
const jsonText = bodyValue.map((value) => JSON.stringify(value));
/** JSON text with a few characters changed, removed or doubled. */
const damagedText = fc
  .tuple(jsonText, fc.nat(), fc.nat({ max: 9 }), anyText)
  .map(([text, at, length, more]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + more + text.slice(start + length);
  });
const headerValue = fc
  .array(fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 128, max: 255 })), {
    maxLength: 60,
  })
  .map((bytes) => String.fromCharCode(...bytes));
const mediaType = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('application/json', 'application/vnd.api+json', '*/*') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('application/json;charset=x', 'a/b;q="', ',,;;==', '*/*;q=1;q=0'),
  },
  { weight: 1, arbitrary: headerValue },
);

const good = { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' };
const url = (path: string): string => `http://tallyboard.test${path}`;

const runs = { numRuns: 400 };

describe('every request gets a decent answer', () => {
  afterAll(() => {
    for (const status of [200, 202, 400, 401, 404, 405, 406, 413, 415]) {
      expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
    }
  });

  test('metrics: bytes of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 300 }), jsonText, damagedText),
        async (body) => {
          const init = { method: 'POST', headers: good, body: body as BodyInit };
          await expectDecent(new Request(url(paths.metrics), init));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test('metrics: headers of any kind', async () => {
    const headers = fc.record(
      {
        Accept: mediaType,
        'Content-Type': mediaType,
        'Content-Encoding': fc.oneof(fc.constantFrom('identity', 'gzip', ''), headerValue),
        'Accept-Encoding': fc.oneof(fc.constantFrom('*;q=0', 'zstd;q=1, x'), headerValue),
        'X-API-KEY': fc.oneof(fc.constantFrom(keyOf('olga'), keyOf('stan')), headerValue),
        Origin: headerValue,
      },
      { requiredKeys: ['X-API-KEY'] },
    );
    await fc.assert(
      fc.asyncProperty(headers, jsonText, async (sent, body) => {
        // Coded answers are looked at elsewhere: here the text is read.
        const { 'Accept-Encoding': coding = '', ...others } = sent;
        const request = new Request(url(paths.metrics), {
          method: 'POST',
          headers: {
            ...others,
            ...(coding.includes('gzip') ? {} : { 'Accept-Encoding': coding.replaceAll('*', '') }),
          },
          body,
        });
        await expectDecent(request);
      }),
      runs,
    );
  });

  const parameter = fc.oneof(
    fc.constantFrom(
      'from',
      'to',
      'status',
      'status[]',
      'userType[]',
      'q',
      'sort',
      'order',
      'page',
      'perPage',
    ),
    fc.constantFrom('include', 'status[0]', '__proto__', 'constructor', 'q[]', 'page[]'),
    anyText,
  );
  const value = fc.oneof(
    fc.constantFrom(
      'active',
      'admin',
      'name',
      'asc',
      '1',
      '100',
      '007',
      '-1',
      '1e3',
      '9'.repeat(400),
      '2026-11',
    ),
    fc.constantFrom(
      'posts',
      'posts,sections,comments',
      'boards,organizations',
      ',,,',
      '%zz',
      '%',
      '%C3%28',
      '+',
      '&',
      '=',
    ),
    anyText.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
  );
  const query = fc
    .array(fc.tuple(parameter, value), { maxLength: 6 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));

  test('roster, boards, me: queries of any kind', async () => {
    const path = fc.constantFrom(paths.roster, paths.board, paths.me);
    await fc.assert(
      fc.asyncProperty(path, query, async (base, text) => {
        await expectDecent(new Request(url(`${base}?${text}`), { headers: good }));
      }),
      { numRuns: 800 },
    );
  });

  test('paths and methods of any kind', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'v1',
        'organizations',
        'boards',
        'analytics',
        'users',
        'me',
        '',
        '..',
        '%2e%2e',
        '%2F',
        '%zz',
      ),
      fc.constantFrom<string>(...Object.values(ids)),
      anyText,
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'FETCH');
    const path = fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(paths)) },
      {
        weight: 4,
        arbitrary: fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
      },
    );
    await fc.assert(
      fc.asyncProperty(path, method, async (chosen, verb) => {
        await expectDecent(new Request(url(chosen), { method: verb, headers: good }));
      }),
      runs,
    );
  });

  const many = (count: number, entryOf: (index: number) => unknown): string =>
    JSON.stringify({ metrics: Array.from({ length: count }, (_, index) => entryOf(index)) });
  const large: readonly (readonly [string, string])[] = [
    ['10,000 numbers', many(10_000, () => 1)],
    ['10,000 strings as entries', many(10_000, () => '')],
    ['10,000 empty objects', many(10_000, () => ({}))],
    [
      '10,000 values of a property',
      many(1, () => ({ name: 'memberCount', userType: Array.from({ length: 10_000 }, () => 'x') })),
    ],
    [
      '10,000 dimensions',
      `{"metrics":[{"name":"postCount"}],"dimensions":[${'1,'.repeat(9_999)}1]}`,
    ],
    [
      '10,000 unknown fields',
      `{${Array.from({ length: 7_000 }, (_, index) => `"f${index}":0`).join(',')}}`,
    ],
    ['deep arrays', `{"metrics":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a deep property', `{"metrics":[{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}]}`],
    ['a huge number', `{"metrics":[{"name":"postCount"}],"from":1e999,"to":${'9'.repeat(60_000)}}`],
    ['a huge word', `{"metrics":[{"name":"${'x'.repeat(60_000)}"}]}`],
    ['a huge field name', `{"${'x'.repeat(60_000)}":1}`],
    ['lone surrogates', '{"metrics":[{"name":"\\ud800"},{"name":"\\udfff\\ud800"}],"\\ud800":1}'],
    [
      'prototype keys',
      '{"__proto__":{"metrics":1},"constructor":{"prototype":1},"metrics":[{"__proto__":1,"name":"constructor"}]}',
    ],
  ];

  test.each(large)('%s', async (_case, body) => {
    await expectDecent(new Request(url(paths.metrics), { method: 'POST', headers: good, body }));
  });

  test('10,000 parameters, and 10,000 includes', async () => {
    const repeated = Array.from({ length: 10_000 }, (_, index) => `status[]=${index}`).join('&');
    await expectDecent(new Request(url(`${paths.roster}?${repeated}`), { headers: good }));
    const words = Array.from({ length: 10_000 }, (_, index) => `x${index}`).join(',');
    await expectDecent(new Request(url(`${paths.board}?include=${words}`), { headers: good }));
    await expectDecent(
      new Request(url(`${paths.me}?include=${'boards,'.repeat(10_000)}`), { headers: good }),
    );
  });
});
