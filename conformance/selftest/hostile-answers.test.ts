import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import type { Answer } from '../src/judge/evidence.js';
import { expectedLinks } from '../src/judge/expected-records.js';
import type { HistoryRecord } from '../src/model/history.js';
import { at, canonical, isObject, listOf, parseJson } from '../src/model/json.js';
import type { Rule } from '../src/model/rule.js';
import { fail, pass } from '../src/model/verdict.js';
import { withPower } from '../src/reasoning/power.js';
import { change, edited, type ReplyChange } from '../src/rules/broken.js';
import { registry } from '../src/rules/registry.js';
import { runConformance } from '../src/run-conformance.js';
import { exitCodeOf, judgeHistory } from '../src/verdicts/judge-history.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { largeValues, oddValues } from './hostile-values.test-kit.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));
const { targets, boards, facts } = world;
const asked = { targets, boards, facts, now, frozen: true };
let records: readonly HistoryRecord[] = [];

beforeAll(async () => {
  records = (await runConformance({ ...serve(world), ...asked })).records;
});

/**
 * The report with its power, which takes a second for each large answer; what a judge could not judge is
 * a fault of the suite.
 */
const reportOn = (changed: readonly HistoryRecord[], isPowerAsked = true) => {
  const history = historyOf(changed);
  const found = reportOf(history);
  const report = isPowerAsked ? withPower(found, history) : found;
  const failed = report.rules.filter(({ reason }) => reason === 'judgeFailed');
  expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
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

/** The paths of the values of a document, lists and objects included. */
const pathsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]))
    : []),
];

describe('a report is made, whatever is answered', () => {
  test.each(oddValues)('%j as each value', (value) => {
    expect(reportOn(withBodies((document) => eachLeaf(document, value))).exitCode).toBe(1);
  });

  test.each(oddValues)('%j as each figure, filter and meta member', (value) => {
    const changed = withBodies((document) =>
      [
        ['data', 'attributes', 'metrics', '*', 'data'],
        ['data', '*', 'attributes', 'userType'],
        ['meta', '*'],
      ].reduce<unknown>((before, path) => edited(before, path, () => value), document),
    );
    expect(reportOn(changed).exitCode).toBe(1);
  });

  test('with a month that is an object in each series', () => {
    const path = ['data', 'attributes', 'metrics', '*', 'data', '*', 'month'];
    const changed = withBodies((document) => edited(document, path, () => ({ toString: 1 })));
    expect(reportOn(changed).exitCode).toBe(1);
  });

  test.each(largeValues.map((value, index) => [index, value] as const))(
    'large value %i in each 30th answer',
    (_, value) => {
      const changed = withBodies((document, seq) => {
        if (seq % 30 !== 0) return document;
        const paths = pathsIn(document);
        return edited(document, paths[(seq * 7919) % paths.length] ?? [], () => value);
      });
      expect(reportOn(changed, false).exitCode).toBe(1);
    },
  );

  // Two values each: within the bound of an answer with figures.
  const manyLists = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [index, [index]]),
  );

  test('a ranking of 20,000 lists is a failure of the service', () => {
    const changed = withBodies((document) =>
      edited(document, ['data', 'attributes', 'metrics', '*'], (one) =>
        at(one, 'name') === 'topBoards' ? { ...(one as object), data: manyLists } : one,
      ),
    );
    const found = reportOn(changed, false).rules.find(({ id }) => id === '2.5-T3');
    expect(found?.verdict).toBe('fail');
  });
});

/** A change of what the roster answers on its first row. */
const firstRow = (name: string, value: unknown): ReplyChange =>
  change('roster', `data/0/attributes/${name}`, () => value);

const marks = largeValues.at(-1);

const services: readonly {
  readonly what: string;
  readonly reply: ReplyChange;
}[] = [
  { what: 'a name of 400,000 combining marks', reply: firstRow('name', marks) },
  { what: 'an address of as many', reply: firstRow('email', marks) },
  {
    what: 'roles that are no text of Unicode',
    reply: change('roster', 'data/*/attributes/userType', () => '\ud800'),
  },
  {
    what: 'a Date in the year 12000',
    reply: (reply) => {
      const headers = new Headers(reply.headers);
      headers.set('date', 'Sat, 01 Jan 12000 00:00:00 GMT');
      return { ...reply, headers };
    },
  },
  {
    what: 'entries of all without properties',
    reply: change('metrics', 'data/attributes/metrics/*', (one) =>
      isObject(one) && canonical(one['properties']).includes('all')
        ? { ...one, properties: undefined }
        : one,
    ),
  },
];

describe('a run ends with its report, whatever is answered', () => {
  test.each(services)('$what', async ({ reply }) => {
    const { fetch, clock } = serve(world);
    const run = await runConformance({ targets, boards, clock, fetch: onReply(reply)(fetch) });
    expect(run.report.exitCode).toBeLessThan(3);
    reportOn(run.records);
  });
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
  const said = (wired: readonly string[]) => JSON.stringify(expectedLinks(answer(wired), history));
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
  const exitCode = (...rules: readonly Rule[]): number =>
    exitCodeOf(judgeHistory(historyOf(records), rules));
  expect(
    exitCode(
      throwing,
      rule(() => fail('wrong', [])),
    ),
  ).toBe(1);
  expect(
    exitCode(
      throwing,
      rule(() => pass('right', [])),
    ),
  ).toBe(4);
});
