import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { openService, type Service } from './open-service.js';
import { exchangeRaw, rawRequest } from './started-service.test-kit.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ facts: sampleFacts, now, port: 0, allowance: 4 });
});
afterAll(() => service.close());

const body = JSON.stringify({ metrics: [{ name: 'postCount' }] });
const json = ['Content-Type: application/json', `Content-Length: ${body.length}`];

/** What a client may not tell apart, by what it asks for: who asks, and for which ids. */
const hidden = {
  organizations: [
    ['nora', 'wksp_doesnotexist0'],
    ['nora', ids.notEnrolled],
    ['nora', ids.team],
    ['stan', ids.school],
    ['left', ids.school],
    ['olga', ids.unsupported],
    ['olga', 'wksp_short'],
    ['olga', 'wksp_muchtoolongtobeanid'],
    ['olga', 'wksp_school0000000%2F'],
    ['olga', '%E2%82%AC'],
    ['olga', '__proto__'],
    ['olga', 'x'.repeat(10_000)],
  ],
  boards: [
    ['nora', '0000000000000000'],
    ['nora', ids.board],
    ['olga', ids.personalBoard],
    ['left', ids.board],
    ['olga', 'short'],
    ['olga', '%F0%9F%90%98'],
    ['olga', 'constructor00000'],
  ],
} as const;

const endpoints = [
  ['organizations', 'POST', '/analytics', json, body],
  ['organizations', 'GET', '/analytics/users', [], ''],
  ['organizations', 'HEAD', '/analytics/users', [], ''],
  ['boards', 'GET', '', [], ''],
  ['boards', 'HEAD', '', [], ''],
  ['boards', 'GET', '?include=posts', ['Accept-Encoding: gzip'], ''],
] as const;

/** The answer as it travelled, without the time of day and what the allowance of this id says. */
const comparable = (answer: string): string =>
  answer
    .replace(/^date: .*\r\n/im, '')
    .replace(/^(ratelimit): "(\w+)";r=\d+;t=\d+\r\n/im, '$1: "$2"\r\n');

/** The same with its lines in order. */
const inOrder = (answer: string): string => answer.split('\r\n').sort().join('\r\n');

test.each(endpoints)(
  '%s: %s %s: one 404, byte for byte',
  async (kind, method, rest, more, sent) => {
    const answers: (readonly [id: string, answer: string])[] = [];
    for (const [user, id] of hidden[kind]) {
      const line = `${method} /v1/${kind}/${id}${rest}`;
      const request = rawRequest(line, [`X-API-KEY: ${keyOf(user)}`, ...more], sent);
      answers.push([id, comparable(await exchangeRaw(service.address, request))]);
    }
    const first = answers[0]![1];
    expect(first).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    for (const [id, answer] of answers) {
      // Escapes in an address take a way of their own, which puts one header in another place.
      const seen = id.includes('%') ? inOrder : (text: string): string => text;
      expect(seen(answer)).toBe(seen(first));
    }
  },
);

test('a 429 is the same for what exists and what does not', async () => {
  const refusedAt = async (user: string, id: string): Promise<string> => {
    const line = `GET /v1/organizations/${id}/analytics/users`;
    const request = rawRequest(line, [`X-API-KEY: ${keyOf(user)}`]);
    let answer = '';
    for (let times = 0; times < 5; times += 1) answer = await exchangeRaw(service.address, request);
    return answer.replace(/^date: .*\r\n/im, '').replaceAll(/3600|3599|3598/g, 'SECONDS');
  };
  const answers = [
    await refusedAt('tess', 'wksp_doesnotexist1'),
    await refusedAt('tess', ids.notEnrolled),
    await refusedAt('tess', ids.classroom),
    await refusedAt('tess', 'wksp_short'),
  ];
  expect(answers[0]).toMatch(/^HTTP\/1\.1 429 /);
  for (const answer of answers) expect(answer).toBe(answers[0]);
});
