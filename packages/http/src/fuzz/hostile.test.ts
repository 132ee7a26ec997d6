import { describe, expect, test } from 'vitest';
import { paths } from '../sample-service.test-kit.js';
import { type Attempt, attempting, corpus, goodHeaders } from './attempts.test-kit.js';

/* Requests that are small to send and large to work on. Each is answered with little work. */

const msMax = 2_000;
const times = <A>(count: number, of: (index: number) => A): A[] =>
  Array.from({ length: count }, (_, i) => of(i));
const deep = (open: string, close: string, count: number): string =>
  open.repeat(count) + close.repeat(count);
const entries = (count: number, of: (index: number) => unknown): string =>
  JSON.stringify({ metrics: times(count, of) });

const bodies: Readonly<Record<string, string>> = {
  '10,000 numbers as entries': entries(10_000, () => 1),
  '10,000 empty entries': entries(10_000, () => ({})),
  '5,000 values of a property': entries(1, () => ({
    name: 'topUsers',
    userType: times(5_000, (i) => `r${i}`),
  })),
  '10,000 times the same value': entries(1, () => ({
    name: 'topUsers',
    userType: times(10_000, () => 'x'),
  })),
  '10,000 dimensions': `{"metrics":[{"name":"postCount"}],"dimensions":[${'1,'.repeat(9_999)}1]}`,
  '7,000 unknown fields': `{${times(7_000, (i) => `"f${i}":0`).join(',')}}`,
  '7,000 times the same field': `{${times(7_000, () => '"from":0').join(',')}}`,
  'arrays 32,000 deep': `{"metrics":${deep('[', ']', 32_000)}}`,
  'objects 10,000 deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a property 32,000 deep': `{"metrics":[{"name":${deep('[', ']', 32_000)}}]}`,
  'arrays that are never closed': '['.repeat(65_000),
  'a number of 60,000 digits': `{"metrics":[{"name":"postCount"}],"from":1e999,"to":${'9'.repeat(60_000)}}`,
  'a word of 60,000 letters': `{"metrics":[{"name":"${'x'.repeat(60_000)}"}]}`,
  'a field of 60,000 letters': `{"${'x'.repeat(60_000)}":1}`,
  '60,000 bytes of escapes': `{"metrics":"${'\\u0041'.repeat(10_000)}"}`,
  'lone surrogates': '{"metrics":[{"name":"\\ud800"},{"name":"\\udfff\\ud800"}],"\\ud800":1}',
  '65,536 spaces': ' '.repeat(65_536),
};

const queries: Readonly<Record<string, string>> = {
  '10,000 parameters': times(10_000, (i) => `status[]=${i}`).join('&'),
  '10,000 ampersands': '&'.repeat(10_000),
  '10,000 different names': times(10_000, (i) => `p${i}`).join('&'),
  'a needle of 60,000 letters': `q=${'a'.repeat(60_000)}`,
  'a needle of 10,000 combined signs': `q=${encodeURIComponent('e\u0301'.repeat(5_000))}`,
  'a page of 20,000 digits': `page=${'9'.repeat(20_000)}`,
};

const includes: Readonly<Record<string, string>> = {
  '10,000 unknown words': times(10_000, (i) => `x${i}`).join(','),
  '10,000 times one word': 'boards,'.repeat(10_000),
  '60,000 commas': ','.repeat(60_000),
};

const get = (path: string, headers: Attempt['headers'] = {}): Attempt => ({
  method: 'GET',
  path,
  headers: { ...goodHeaders, ...headers },
});

const attempts: readonly (readonly [string, Attempt])[] = [
  ...Object.entries(bodies).map(
    ([name, body]) =>
      [`metrics: ${name}`, { ...get(paths.metrics), method: 'POST', body }] as const,
  ),
  ...Object.entries(queries).map(
    ([name, query]) => [`roster: ${name}`, get(`${paths.roster}?${query}`)] as const,
  ),
  ...Object.entries(includes).flatMap(([name, list]) =>
    [paths.board, paths.me].map(
      (path) => [`${path}: ${name}`, get(`${path}?include=${list}`)] as const,
    ),
  ),
  ['Accept: 10,000 ranges', get(paths.me, { Accept: 'a/b;q=0.1,'.repeat(10_000) })],
  ['Accept: 50,000 quotes', get(paths.me, { Accept: '"\\'.repeat(25_000) })],
  ['a path of 60,000 segments', get('/v1'.repeat(20_000))],
  ['a path of 60,000 escapes', get(`/v1/boards/${'%2F'.repeat(20_000)}`)],
];

describe('answered with little work', () => {
  const run = attempting();

  test.each(attempts)('%s', async (_, attempt) => {
    // Of the processor: other work of the machine must not count.
    const start = process.cpuUsage();
    const name = await run(attempt);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(msMax);
    expect(name).not.toMatch(/ 5\d\d /);
  });

  test('a large body and nothing else: 413', async () => {
    const body = ' '.repeat(65_537);
    const name = await run({ ...get(paths.metrics), method: 'POST', body });
    expect(name).toBe('metrics 413 PAYLOAD_TOO_LARGE');
  });
});

describe('what fuzzing found, each as small as it could be made', () => {
  test.each(corpus)('%s', async (_, { request, outcome }) => {
    expect(await attempting({ pending: 0 })(request)).toBe(outcome);
  });
});
