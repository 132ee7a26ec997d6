import { describe, expect, test } from 'vitest';
import { historyOf } from '../src/history/read-history.js';
import { at } from '../src/model/json.js';
import type { Report } from '../src/model/report.js';
import { tiny } from '../src/probes/entries.js';
import { change } from '../src/rules/broken.js';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { reportOf } from '../src/verdicts/report-of.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { person, withEdges } from './edges.test-kit.js';
import { onReply, refusal } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';

const now = '2026-11-15T12:00:00.000Z';
const world = withEdges(buildWorld({ seed: 7, now }));

const run = async (
  fetch: FetchHandler,
  clock: ReturnType<typeof serve>['clock'],
  more: Partial<ConformanceOptions> = {},
) => {
  const { targets, boards } = world;
  return runConformance({ fetch, clock, targets, boards, now, ...more });
};

const failuresOf = ({ rules }: Report): readonly string[] =>
  rules.filter(({ verdict }) => verdict === 'fail').map(({ id, message }) => `${id}: ${message}`);
const ruleOf = ({ rules }: Report, id: string) => rules.find((rule) => rule.id === id);

/** Pages past the end are a 404, as some services have it. */
const endingPages = onReply((reply, { url }) => {
  const rows = (reply.document as { data?: unknown } | undefined)?.data;
  const isPast = Number(url.searchParams.get('page') ?? '1') > 1;
  return isPast && Array.isArray(rows) && rows.length === 0
    ? { ...reply, status: 404, document: { errors: [] } }
    : null;
});

type Served = ReturnType<typeof serve>;

/** One service goes over to another at the first request that is meant. */
const followedBy = (
  isMeant: (url: URL) => boolean,
  [before, after]: readonly [Served, Served],
): Pick<Served, 'fetch' | 'clock'> => {
  let isAfter = false;
  const fetch: FetchHandler = (request) => {
    isAfter ||= isMeant(new URL(request.url));
    return (isAfter ? after : before).fetch(request);
  };
  return { fetch: endingPages(fetch), clock: before.clock };
};

/** The service goes over from one world to another. */
const changingAt = (isMeant: (url: URL) => boolean, [before, after]: readonly [World, World]) =>
  followedBy(isMeant, [serve(before), serve(after)]);

const withMembers = (change: (member: World['facts']['member']) => World['facts']['member']) => ({
  ...world,
  facts: { ...world.facts, member: change(world.facts.member) },
});

const isOwner = ({ role }: World['facts']['member'][number]): boolean => role === 'owner';

/** Half of the members, and no more pages than one for the rest. */
const left = withMembers((member) =>
  member.filter((one, index) => isOwner(one) || index % 2 === 0),
);

/** A member whose name and address contain every text that was made not to be contained. */
const joined = (texts: string): World => {
  const [like] = world.facts.member.filter(
    ({ organizationId }) => organizationId === world.targets.main.org,
  );
  const newcomer = {
    ...person({ id: 'edgeNew001', role: 'student', signup: '2026-11-15' }),
    displayName: texts,
  };
  return {
    ...world,
    facts: {
      ...world.facts,
      user: [...world.facts.user, newcomer],
      member: [...world.facts.member, { ...like!, userId: newcomer.id, role: 'student' }],
    },
  };
};

const isSearch = (url: URL): boolean => url.searchParams.has('q');

describe('live data that changes during a run', () => {
  test('members who leave before they are searched for are no failure', async () => {
    const { fetch, clock } = changingAt(isSearch, [world, left]);
    const { report } = await run(fetch, clock);
    expect(failuresOf(report)).toEqual([]);
    expect(ruleOf(report, '4.2-T4')?.reason).toBe('contradiction');
  });

  test('members who leave between the pages of a walk are no failure', async () => {
    const isThird = (url: URL): boolean => url.searchParams.get('page') === '3';
    const { fetch, clock } = changingAt(isThird, [world, left]);
    const { report } = await run(fetch, clock);
    expect(failuresOf(report)).toEqual([]);
    expect(ruleOf(report, '4.2-T8')?.reason).toBe('prerequisite');
  });

  test('a newcomer who contains a text that no member contained is no failure', async () => {
    const { fetch, clock } = changingAt(isSearch, [world, joined('_%.**[a-z]^')]);
    const { report } = await run(fetch, clock);
    expect(failuresOf(report)).toEqual([]);
    expect(ruleOf(report, '4.2-T3e')?.reason).toBe('notExercised');
  });

  test('figures of one answer that do not fit together twice are a failure', async () => {
    const { fetch, clock } = serve(world);
    const wrong = onReply(
      change('metrics', 'data/attributes/metrics/*', (one) => {
        const { name, properties, data } = one as Record<string, unknown>;
        const isStudents = JSON.stringify(properties) === '{"status":"all","userType":["student"]}';
        return name === 'memberCount' && isStudents && typeof data === 'number'
          ? { ...(one as object), data: data + 1 }
          : one;
      }),
    )(fetch);
    const { report } = await run(wrong, clock);
    expect(ruleOf(report, '2.6-L1')?.verdict).toBe('fail');
  });
});

describe('figures that fail at times', () => {
  test('a figure that fails when it is asked again has not changed', async () => {
    const services = [serve(world), serve(world, { fail: ['postCount'] })] as const;
    let requests = 0;
    const isLater = (): boolean => (requests += 1) > 50;
    const { fetch, clock } = followedBy(isLater, services);
    const { report } = await run(fetch, clock, { frozen: true });
    expect(failuresOf(report)).toEqual([]);
    expect(ruleOf(report, '1-R6')?.verdict).toBe('pass');
  });

  test('a roster that failed may be computed anew', async () => {
    const services = [serve(world, { fail: ['users'] }), serve(world, { pending: 1 })] as const;
    const asked = new Set<string>();
    const isRepeated = ({ href, pathname }: URL): boolean =>
      pathname.endsWith('/users') && asked.size === asked.add(href).size;
    const { fetch, clock } = followedBy(isRepeated, services);
    const { report } = await run(fetch, clock, { frozen: true });
    expect(failuresOf(report)).toEqual([]);
  });
});

test('a roster of more than a hundred is searched too', async () => {
  const many = Array.from({ length: 120 }, (_, index) =>
    person({
      id: `edgeMany${String(index).padStart(3, '0')}`,
      role: 'student',
      signup: '2022-02-02',
    }),
  );
  const org = world.targets.main.org;
  const [like] = world.facts.member.filter(({ organizationId }) => organizationId === org);
  const large = {
    ...world,
    facts: {
      ...world.facts,
      user: [...world.facts.user, ...many],
      member: [
        ...world.facts.member,
        ...many.map(({ id }) => ({ ...like!, userId: id, role: 'student' as const, leftAt: null })),
      ],
    },
  };
  const { fetch, clock } = serve(large);
  // Addresses are not searched: what only they contain is not found.
  const namesOnly: FetchHandler = async (request) => {
    const url = new URL(request.url);
    const q = url.searchParams.get('q')?.toLowerCase() ?? '';
    if (q !== '' && 'example.org'.includes(q)) url.searchParams.set('q', 'no such member');
    return fetch(new Request(url, request));
  };
  const { report, history } = await run(namesOnly, clock, { frozen: true });
  const firstOf = (probe: string): number =>
    history.exchanges.find(({ sent }) => sent.request.probe === probe)?.seq ?? 0;
  expect(firstOf('RW2')).toBeLessThan(firstOf('RV13'));
  expect(ruleOf(report, '4.2-T4')?.verdict).toBe('fail');
  expect(failuresOf((await run(serve(large).fetch, clock, { frozen: true })).report)).toEqual([]);
});

test('a member twice on a page is a failure, of whatever data', async () => {
  const { fetch, clock } = serve(world);
  const twice = onReply(
    change('roster', 'data', (rows) => {
      const [first, , ...rest] = rows as readonly unknown[];
      return first === undefined || rest.length === 0 ? rows : [first, first, ...rest];
    }),
  )(fetch);
  const { report } = await run(twice, clock);
  expect(ruleOf(report, '4.2-R5a')?.verdict).toBe('fail');
});

test('a page in another notation of a whole number may be served', async () => {
  const { fetch, clock } = serve(world, { allowance: 0 });
  const lenient: FetchHandler = async (request) => {
    const url = new URL(request.url);
    const page = Number(url.searchParams.get('page') ?? '1');
    if (Number.isInteger(page) && page > 0) url.searchParams.set('page', String(page));
    return fetch(new Request(url, request));
  };
  const { report } = await run(lenient, clock, { rotation: 'all', allowance: 0, only: ['4.2.1'] });
  expect(failuresOf(report)).toEqual([]);
  expect(ruleOf(report, '4.2-R1q')?.verdict).toBe('pass');
});

test('a role that is in two places is a failure, also around rows of admins', async () => {
  const { fetch, clock } = serve(world);
  const roleOf = (row: unknown): unknown => at(row, 'attributes', 'userType');
  const astray = onReply((reply, call) =>
    call.url.searchParams.get('sort') === 'userType'
      ? change('roster', 'data', (data) => {
          const rows = data as readonly unknown[];
          const [admin] = rows.filter((row) => roleOf(row) === 'admin');
          const [student, ...students] = rows.filter((row) => roleOf(row) === 'student');
          const rest = rows.filter((row) => row !== admin && roleOf(row) !== 'student');
          return [...rest, student, admin, ...students];
        })(reply, call)
      : null,
  )(fetch);
  const { report } = await run(astray, clock);
  expect(ruleOf(report, '4.2-T5c')?.verdict).toBe('fail');
});

test('a column of equal values shows no order', async () => {
  const { fetch, clock } = serve(world);
  const idle = onReply(change('roster', 'data/*/attributes/boards', () => 0))(fetch);
  const { report } = await run(idle, clock);
  expect(ruleOf(report, '4.2-T5f')?.reason).toBe('notExercised');
});

test('a roster of one row shows neither order nor pages, and that is no doubt', async () => {
  const main = world.facts.organization.find(({ id }) => id === world.targets.main.org);
  const isAlone = withMembers((member) =>
    member.filter(({ organizationId, userId }) =>
      organizationId === main?.id ? userId === main.ownerId : true,
    ),
  );
  const { fetch, clock } = serve(isAlone);
  const { report } = await run(fetch, clock);
  expect(failuresOf(report)).toEqual([]);
  for (const id of ['4.2-T6', '4.2-T7']) {
    expect([id, ruleOf(report, id)?.reason]).toEqual([id, 'notExercised']);
    expect(ruleOf(report, id)?.message).toContain('There were not two answers');
  }
});

describe('what always fails is not passed', () => {
  test.each([
    ['a metric', ['postCount'], ['2.4-T1', '2.4-T2']],
    ['the roster', ['users'], ['4.2-T8']],
  ])('%s', async (_what, fail, undecided) => {
    const { fetch, clock } = serve(world, { fail });
    const { report } = await run(fetch, clock, { facts: world.facts });
    expect(failuresOf(report)).toEqual([]);
    expect(undecided.map((id) => [id, ruleOf(report, id)?.reason])).toEqual(
      undecided.map((id) => [id, 'prerequisite']),
    );
    expect(report.exitCode).toBe(2);
    expect(report.warnings.some((text) => text.startsWith('The roster failed'))).toBe(
      fail.includes('users'),
    );
  });
});

/** What a classroom's AU19 is answered, and what it asked. */
const classroom = async (asks: (body: string) => string) => {
  const { fetch, clock } = serve(world);
  const isTeacher = (request: Request): boolean =>
    request.method === 'POST' && request.headers.get('x-api-key') === world.targets.teacher.key;
  const refusing: FetchHandler = (request) =>
    isTeacher(request) ? Promise.resolve(refusal(400)) : fetch(request);
  const { records } = await run(refusing, clock, { only: ['2.4-T5a', '5-R2b'] });
  const asked = records.map((record) =>
    record.type === 'sent' && record.request.probe === 'AU19'
      ? { ...record, request: { ...record.request, body: asks(record.request.body ?? '') } }
      : record,
  );
  const report = reportOf(historyOf(asked));
  return ['2.4-T5a', '5-R2b'].map((id) => ruleOf(report, id)?.verdict);
};

describe('a classroom that is answered 400', () => {
  test('breaks the rule about content safety, and none about keys', async () => {
    expect(await classroom((body) => body)).toEqual(['fail', 'undecided']);
  });

  test('breaks no rule about what it was not asked for', async () => {
    expect(await classroom(() => JSON.stringify(tiny))).toEqual(['pass', 'undecided']);
  });
});
