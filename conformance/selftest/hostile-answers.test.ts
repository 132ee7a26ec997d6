import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import type { Answer } from '../src/judge/evidence.js';
import { given } from '../src/judge/expected.js';
import type { AnsweredRecord, HistoryRecord } from '../src/model/history.js';
import { at, canonical, isObject, listOf, parseJson } from '../src/model/json.js';
import type { Rule } from '../src/model/rule.js';
import { fail, pass } from '../src/model/verdict.js';
import { withPower } from '../src/reasoning/power.js';
import { change, edited, type ReplyChange } from '../src/rules/broken.js';
import { registry } from '../src/rules/registry.js';
import { exitCodeOf, judgeHistory } from '../src/verdicts/judge-history.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { headed, onReply } from './mutants/mutant.test-kit.js';
import { failuresOf, ruleOf, run, school } from './run.test-kit.js';

/** Small values that no service should answer: what converts or compares texts must not throw. */
const oddValues: readonly unknown[] = [
  undefined,
  { toString: 1 },
  { valueOf: 1, toString: 'a' },
  [{ toString: null }],
  { constructor: 1, length: 1e9, then: 1, toJSON: 1 },
  JSON.parse('{"__proto__":{"toString":1}}'),
  '\ud800',
  '+012000-01',
  1e308,
];

const marks = `a${'\u0301\u0316'.repeat(200_000)}`;

/** Values so large that what is quadratic, or spreads a list over arguments, fails. */
const largeValues: readonly unknown[] = [
  Array.from({ length: 200_000 }, () => 1),
  Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [index, [index]])),
  Array.from({ length: 100_000 }, (_, index) => ({ type: 'post', id: `p_${index}` })),
  marks,
];

let records: readonly HistoryRecord[] = [];

beforeAll(async () => {
  const asked = { facts: school.facts, quotaCheck: true, keepPii: true };
  records = (await run({ serving: { pending: 1 }, ...asked })).records;
});

/** A report with its power, which takes a second for each large answer; every judge gave a verdict. */
const reportOn = (changed: readonly HistoryRecord[], isPowerAsked = true) => {
  const history = historyOf(changed);
  const found = reportOf(history);
  const report = isPowerAsked ? withPower(found, history) : found;
  const unjudged = report.rules.filter(({ reason }) => reason === 'judgeFailed');
  expect(unjudged.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  return report;
};

const withBodies = (by: (document: unknown, seq: number) => unknown): readonly HistoryRecord[] =>
  records.map((record) =>
    record.type === 'answered'
      ? { ...record, body: JSON.stringify(by(parseJson(record.body), record.seq) ?? null) }
      : record,
  );

/** Members by which judges find what they look at. */
const kept = new Set(['id', 'type', 'name']);

/** A document in which every value but those is another one. */
const eachLeaf = (document: unknown, value: unknown): unknown => {
  if (Array.isArray(document)) return document.map((one) => eachLeaf(one, value));
  if (!isObject(document)) return value;
  return Object.fromEntries(
    Object.entries(document).map(([key, one]) => [
      key,
      kept.has(key) && typeof one === 'string' ? one : eachLeaf(one, value),
    ]),
  );
};

/** A path to a member that a value has, by one choice a level. */
const pathIn = (value: unknown, [choice, ...rest]: readonly number[]): readonly string[] => {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const name = choice === undefined ? undefined : names[choice % names.length];
  return name === undefined ? [] : [name, ...pathIn(at(value, name), rest)];
};

describe('a report is made, whatever is answered', () => {
  test.each(oddValues)('%j as each value, and as each figure, filter and meta member', (value) => {
    expect(reportOn(withBodies((document) => eachLeaf(document, value))).exitCode).toBe(1);
    const paths = ['data/attributes/metrics/*/data', 'data/*/attributes/userType', 'meta/*'];
    const changed = withBodies((document) =>
      paths.reduce<unknown>(
        (before, path) => edited(before, path.split('/'), () => value),
        document,
      ),
    );
    expect(reportOn(changed).exitCode).toBe(1);
  });

  test.each(largeValues.map((value, index) => [index, value] as const))(
    'large value %i in each 30th answer',
    (_, value) => {
      const changed = withBodies((document, seq) => {
        if (seq % 30 !== 0) return document;
        const path = pathIn(document, [seq, 7 * seq, 3 * seq].slice(0, 1 + (seq % 3)));
        return edited(document, path, () => value);
      });
      expect(reportOn(changed, false).exitCode).toBe(1);
    },
  );

  const member = fc.constantFrom(
    ...['data', 'meta', 'attributes', 'metrics', 'properties', 'relationships', 'dateRange'],
    ...['*', '0'],
  );
  const header = fc.tuple(fc.constantFrom('Retry-After', 'Content-Type', 'x'), fc.string());
  const choices = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 6 });
  /** One way of spoiling an answer. */
  const spoilt = fc.oneof(
    fc.record({ body: fc.oneof(fc.json(), fc.string()) }),
    fc.record({ status: fc.constantFrom(200, 202, 204, 301, 400, 404, 429, 500, 502) }),
    fc.record({ path: fc.array(member, { maxLength: 6 }), value: fc.jsonValue() }),
    fc.record({ choices, value: fc.constantFrom(...oddValues) }),
    fc.record({ headers: fc.array(header) }),
  );
  const spoil = (
    record: AnsweredRecord,
    how: typeof spoilt extends fc.Arbitrary<infer A> ? A : never,
  ): AnsweredRecord => {
    if (!('value' in how)) return { ...record, ...how };
    const before = parseJson(record.body);
    const path = 'path' in how ? how.path : pathIn(before, how.choices);
    const document = edited(before, path, () => how.value);
    return { ...record, body: JSON.stringify(document ?? null) };
  };

  test('with answers spoilt at random, in a history that is cut anywhere', () => {
    const changes = fc.array(fc.tuple(fc.nat(), spoilt), { maxLength: 40 });
    fc.assert(
      fc.property(changes, fc.nat({ max: 100 }), (spoiling, cut) => {
        const changed = [...records];
        for (const [place, how] of spoiling) {
          const record = changed[place % changed.length];
          if (record?.type === 'answered') changed[place % changed.length] = spoil(record, how);
        }
        reportOn(changed.slice(0, changed.length - cut), false);
      }),
      { numRuns: 25 },
    );
  });

  test('and says nothing of a run that sent nothing', () => {
    const report = reportOn(records.slice(0, 1));
    expect([report.verdict, report.exitCode]).toEqual(['undecided', 2]);
    expect(report.rules.filter((rule) => rule.verdict === 'pass')).toEqual([]);
  });
});

/** A change of what the roster answers on its first row. */
const firstRow = (name: string, value: unknown): ReplyChange =>
  change('roster', `data/0/attributes/${name}`, () => value);

const services: Readonly<Record<string, ReplyChange>> = {
  'a name of 400,000 combining marks': firstRow('name', marks),
  'an address of as many': firstRow('email', marks),
  'roles that are no text of Unicode': change(
    'roster',
    'data/*/attributes/userType',
    () => '\ud800',
  ),
  'a Date in the year 12000': headed('date', 'Sat, 01 Jan 12000 00:00:00 GMT'),
  'entries of all without properties': change('metrics', 'data/attributes/metrics/*', (one) =>
    isObject(one) && canonical(one['properties']).includes('all')
      ? { ...one, properties: undefined }
      : one,
  ),
};

test.each(Object.entries(services))('a run ends with its report: %s', async (_, reply) => {
  const { report, records: own } = await run({ handler: onReply(reply) });
  expect(report.exitCode).toBeLessThan(3);
  reportOn(own);
});

test('a board of 20,000 posts is judged in seconds', async () => {
  const posts = Array.from({ length: 20_000 }, (_, index) => ({
    type: 'post',
    id: `post_${index}`,
  }));
  const included = posts.map((one) => ({ ...one, attributes: { author: { username: 'a' } } }));
  const handler = onReply((reply, call) => {
    if (call.endpoint !== 'board' || reply.status !== 200 || !isObject(reply.document)) return null;
    const data = {
      ...(reply.document['data'] as object),
      relationships: { posts: { data: posts } },
    };
    return { ...reply, document: { data, included } };
  });
  const { report } = await run({ handler, only: ['4.3'] });
  expect(failuresOf(report)).toEqual([]);
  for (const id of ['4.3-T1b', '4.3-T3']) expect(ruleOf(report, id)?.verdict).toBe('pass');
});

test('100,000 links are compared with 100,000 facts in five seconds of processor time', () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  const answer = (wired: readonly string[]) => {
    const links = { posts: { data: wired.map((id) => ({ type: 'post', id })) } };
    return {
      status: 200,
      request: { path: '/v1/boards/b?include=posts' },
      document: { data: { relationships: links } },
      exchange: { sent: { knows: { expectedRecord: { links: { posts: ids } } } } },
    } as unknown as Answer;
  };
  const history = historyOf(records);
  const said = (wired: readonly string[]) =>
    JSON.stringify(given('user links')(answer(wired), history));
  const started = process.cpuUsage();
  const right = said(ids);
  expect(said(ids.map((id) => `post_${id}`))).toBe(right);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(5);
  expect(said(ids.slice(1))).toContain('posts does not list 0');
  expect(said([...ids.slice(1), 'post_x'])).toContain('posts does not list 0');
  expect(said([...ids, 'post_x'])).toContain('post_x');
  expect(said(ids.map((id) => `post${id}`))).not.toBe(right);
});

test('a document of 3 million values is not kept', () => {
  expect(parseJson(`[${'{},'.repeat(3_000_000)}{}]`)).toBeUndefined();
  expect(listOf(parseJson(`[${'{},'.repeat(1_000_000)}{}]`))).toHaveLength(1_000_001);
});

test('a failure outweighs a judge that failed: exit code 1, else 4', () => {
  const rule = (judge: Rule['judge']): Rule => ({ ...registry[0]!, judge });
  const throwing = rule(() => {
    throw new Error('a fault of the suite');
  });
  const wrong = rule(() => fail('wrong', []));
  const right = rule(() => pass('right', []));
  const exitCodes = [wrong, right].map((one) =>
    exitCodeOf(judgeHistory(historyOf(records), [throwing, one])),
  );
  expect(exitCodes).toEqual([1, 4]);
});
