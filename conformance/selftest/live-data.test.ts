import { describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import { tiny } from '../src/probes/entries.js';
import { change } from '../src/rules/broken.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { reportOf } from '../src/verdicts/report-of.js';
import type { World } from '../src/world/build-world.js';
import { person } from './edges.test-kit.js';
import { onQuery, onReply, onRequest, refusal, served } from './mutants/mutant.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';
import { failuresOf, ownerOf, ruleOf, run, school, withFacts } from './run.test-kit.js';
import { variants } from './variants/variants.test-kit.js';

const { facts, targets } = school;
const { org } = targets.main;
type Members = World['facts']['member'];

const withMembers = (by: (member: Members) => Members): World =>
  withFacts(school, { member: by(facts.member) });

/** Half of the members, and no more pages than one for the rest. */
const left = withMembers((member) =>
  member.filter(({ role }, index) => role === 'owner' || index % 2 === 0),
);

/** A school with more students. */
const joined = (...ids: readonly string[]): World => {
  const [like] = facts.member.filter(({ organizationId }) => organizationId === org);
  const users = ids.map((id) => person({ id, role: 'student', signup: '2022-02-02' }));
  const member = users.map(({ id: userId }) => ({
    ...like!,
    ...{ userId, role: 'student' as const, leftAt: null },
  }));
  return withFacts(school, {
    user: [...facts.user, ...users],
    member: [...facts.member, ...member],
  });
};

/** A member whose name contains every text that was made not to be contained. */
const newcomer = (() => {
  const world = joined('edgeNew001');
  const user = world.facts.user.map((one) =>
    one.id === 'edgeNew001' ? { ...one, displayName: '_%.**[a-z]^' } : one,
  );
  return withFacts(world, { user });
})();

/** Pages past the end are a 404, as some services have it. */
const endingPages = variants.find(({ name }) => name === 'pages past the end do not exist')!;

/** The service goes over to another one at the first request that is meant. */
const followedBy =
  (after: FetchHandler, isMeant: (url: URL) => boolean) =>
  (before: FetchHandler): FetchHandler => {
    let isAfter = false;
    return served(endingPages, (request) => {
      isAfter ||= isMeant(new URL(request.url));
      return (isAfter ? after : before)(request);
    });
  };

const isSearch = (url: URL): boolean => url.searchParams.has('q');
const isThird = (url: URL): boolean => url.searchParams.get('page') === '3';

describe('live data that changes during a run is no failure', () => {
  test.each([
    ['members who leave before they are searched for', left, isSearch, '4.2-T4', 'contradiction'],
    ['members who leave between the pages', left, isThird, '4.2-T8', 'prerequisite'],
    [
      'a new member whose name has a text that no other name had',
      newcomer,
      isSearch,
      '4.2-T3e',
      'notExercised',
    ],
  ] as const)('%s', async (_what, world, isMeant, id, reason) => {
    const { report } = await run({ handler: followedBy(serve(world).fetch, isMeant) });
    expect([failuresOf(report), ruleOf(report, id)?.reason]).toEqual([[], reason]);
  });
});

describe('figures that fail at times', () => {
  test('a figure that fails when it is asked again has not changed', async () => {
    let requests = 0;
    const isLater = (): boolean => (requests += 1) > 50;
    const handler = followedBy(serve(school, { fail: ['postCount'] }).fetch, isLater);
    const { report } = await run({ handler, frozen: true });
    expect([failuresOf(report), ruleOf(report, '1-R6')?.verdict]).toEqual([[], 'pass']);
  });

  test('a roster that failed may be computed anew', async () => {
    const asked = new Set<string>();
    const isRepeated = ({ href, pathname }: URL): boolean =>
      pathname.endsWith('/users') && asked.size === asked.add(href).size;
    const handler = followedBy(serve(school, { pending: 1 }).fetch, isRepeated);
    const { report } = await run({ serving: { fail: ['users'] }, handler, frozen: true });
    expect(failuresOf(report)).toEqual([]);
  });

  test.each<readonly [string, NonNullable<Serving['fail']>, readonly string[]]>([
    ['a metric', ['postCount'], ['2.4-T1', '2.4-T2']],
    ['the roster', ['users'], ['4.2-T8']],
  ])('what always fails is not passed: %s', async (_what, fail, undecided) => {
    const { report } = await run({ serving: { fail }, facts });
    expect([failuresOf(report), report.exitCode]).toEqual([[], 2]);
    for (const id of undecided)
      expect([id, ruleOf(report, id)?.reason]).toEqual([id, 'prerequisite']);
    const isWarned = report.warnings.some((text) => text.startsWith('The roster failed'));
    expect(isWarned).toBe(fail.includes('users'));
  });
});

test('a roster of more than a hundred is searched too', async () => {
  const ids = Array.from(
    { length: 120 },
    (_, index) => `edgeMany${String(index).padStart(3, '0')}`,
  );
  const world = joined(...ids);
  // Addresses are not searched: what only they contain is not found.
  const handler = onQuery((query) => {
    const q = query.get('q')?.toLowerCase() ?? '';
    if (q !== '' && 'example.org'.includes(q)) query.set('q', 'no such member');
  });
  const { report, history } = await run({ world, handler, frozen: true });
  const firstOf = (probe: string): number =>
    history.exchanges.find(({ sent }) => sent.request.probe === probe)?.seq ?? 0;
  expect(firstOf('RW2')).toBeLessThan(firstOf('RV13'));
  expect(ruleOf(report, '4.2-T4')?.verdict).toBe('fail');
  expect(failuresOf((await run({ world, frozen: true })).report)).toEqual([]);
});

test('a page in another notation of a whole number may be served', async () => {
  const handler = onQuery((query) => {
    const page = Number(query.get('page') ?? '1');
    if (Number.isInteger(page) && page > 0) query.set('page', String(page));
  });
  const asked = { rotation: 'all', allowance: 0, only: ['4.2.1'] } as const;
  const { report } = await run({ serving: { allowance: 0 }, handler, ...asked });
  expect([failuresOf(report), ruleOf(report, '4.2-R1q')?.verdict]).toEqual([[], 'pass']);
});

test('a column of equal values shows no order, nor does a roster of one row', async () => {
  const idle = onReply(change('roster', 'data/*/attributes/boards', () => 0));
  const { report } = await run({ handler: idle });
  expect(ruleOf(report, '4.2-T5f')?.reason).toBe('notExercised');
  const alone = withMembers((member) =>
    member.filter((one) => one.organizationId !== org || one.userId === ownerOf(school)),
  );
  const one = (await run({ world: alone })).report;
  expect(failuresOf(one)).toEqual([]);
  for (const id of ['4.2-T6', '4.2-T7']) expect(ruleOf(one, id)?.reason).toBe('notExercised');
});

describe('a classroom that is answered 400', () => {
  test.each([
    ['breaks the rule about content safety, and none about keys', (body: string) => body, 'fail'],
    ['breaks no rule about what it was not asked for', () => JSON.stringify(tiny), 'pass'],
  ] as const)('%s', async (_what, asks, verdict) => {
    const handler = onRequest(({ method, headers }) =>
      method === 'POST' && headers.get('x-api-key') === targets.teacher.key ? refusal(400) : null,
    );
    const { records } = await run({ handler, only: ['2.4-T5a', '5-R2b'] });
    const asked = records.map((record) =>
      record.type === 'sent' && record.request.probe === 'AU19'
        ? { ...record, request: { ...record.request, body: asks(record.request.body ?? '') } }
        : record,
    );
    const report = reportOf(historyOf(asked));
    const found = ['2.4-T5a', '5-R2b'].map((id) => ruleOf(report, id)?.verdict);
    expect(found).toEqual([verdict, 'undecided']);
  });
});
