import { describe, expect, it } from 'vitest';
import { collectFacts, readFact, writeFact } from '../codec/fact.js';
import { columnsFrom } from '../events/from-facts.js';
import { checkFacts } from '../facts/check-facts.js';
import { splitByOrganization } from '../facts/split-by-organization.js';
import { buildIndex } from '../index/organization-index.js';
import { periodEdges } from '../index/periods.js';
import { decodeIndex, encodeIndex } from '../index/stored-index.js';
import { isAccepted } from '../model/checked.js';
import { dayOf, formatDay, parseDay } from '../model/day.js';
import { formatInstant, type Instant, parseInstant } from '../model/instant.js';
import { formatMonth, monthOf } from '../model/month.js';
import { planMetrics } from './plan-metrics.js';
import { planRoster } from './plan-roster.js';

/* What a JavaScript program gets wrong is said in a sentence, not computed with. */

const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: dayOf(2024, 5, 6),
  billingTerms: [{ startsOn: dayOf(2026, 1, 1), endsOn: dayOf(2026, 12, 31), status: 'active' }],
} as const;
const today = dayOf(2026, 11, 20);
const aDay = 'give a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it.';

const cases: readonly (readonly [wrong: object, message: string])[] = [
  [
    { organization: { ...organization, type: 'company' } },
    'organization.type is "company"; give school, classroom or team.',
  ],
  [
    { organization: { ...organization, createdOn: '2026-01-05' } },
    `organization.createdOn is "2026-01-05"; ${aDay}`,
  ],
  [
    { organization: { ...organization, createdOn: 1e9 } },
    `organization.createdOn is 1000000000; ${aDay}`,
  ],
  [
    { organization: { ...organization, id: 7 } },
    'organization.id is 7; give its identifier as a text.',
  ],
  [
    { organization: { ...organization, billingTerms: null } },
    'organization.billingTerms is null; give a list of terms, empty if there are none.',
  ],
  [
    { organization: { ...organization, billingTerms: [{ startsOn: 1, endsOn: '2026-01-05' }] } },
    `organization.billingTerms[0].endsOn is "2026-01-05"; ${aDay}`,
  ],
  [
    { organization: { ...organization, billingTerms: [null] } },
    'organization.billingTerms[0] is null; give a term with startsOn, endsOn and status.',
  ],
  [
    { organization: undefined },
    'organization is nothing; give an Organization; readOrganization reads one from JSON.',
  ],
  [{ today: new Date(0) }, `today is "1970-01-01T00:00:00.000Z"; ${aDay}`],
  [{ today: 20.5 }, `today is 20.5; ${aDay}`],
  [{ today: Number.NaN }, `today is NaN; ${aDay}`],
];

const pair = 'give a pair of texts: [name, value].';
const endless = (item: unknown) => ({
  *[Symbol.iterator]() {
    for (;;) yield item;
  },
});

describe('a query that is none', () => {
  it.each([
    [[null], `query[0] is null; ${pair}`],
    [[['page', '1'], 'page'], `query[1] is "page"; ${pair}`],
    [[['page', 1]], `query[0] is ["page",1]; ${pair}`],
    ['page=1', 'query is "page=1"; give a list of [name, value] pairs.'],
    [{ page: '1' }, 'query is {"page":"1"}; give a list of [name, value] pairs.'],
    [endless(null), `query[0] is null; ${pair}`],
    [endless(['page', '1']), 'query[65536] is ["page","1"]; give at most 65536 pairs.'],
  ])('gets a sentence: %j', (query, message) => {
    const given = { query: query as never, organization, today };
    expect(() => planRoster(given)).toThrow(new TypeError(message));
  });
});

describe('objects that throw or have no end', () => {
  const throwing = {
    id: organization.id,
    get type(): never {
      throw new RangeError('boom');
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  it.each([
    ['a getter', throwing],
    ['a revoked proxy', proxy],
  ])('are named, with %s', (_, wrong) => {
    expect(() => planMetrics({ body: {}, organization: wrong as never, today })).toThrow(
      new TypeError('organization throws when it is read; give plain data.'),
    );
  });

  it('are no question', () => {
    for (const wrong of [undefined, null, 7]) {
      expect(() => planMetrics(wrong as never)).toThrow(/^The argument is .*; give an object with/);
    }
  });

  it.each([
    ['lists', { metrics: new Array(10_000_000) }],
    ['words', { metrics: [{ name: 'postCount', userType: new Array(100_000).fill('student') }] }],
    ['fields', Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [`f${at}`, at]))],
  ])('are refused as a body of too many %s', (_, body) => {
    const plan = planMetrics({ body, organization, today });
    const detail: unknown = expect.stringMatching(/65536 values/);
    expect(plan).toMatchObject({ left: [{ detail }] });
  });

  it('may have an iterator of their own, which JSON does not carry', () => {
    const metrics = Object.assign([{ name: 'postCount' }], endless({ name: 'postCount' }));
    expect(planMetrics({ body: { metrics }, organization, today })).toMatchObject({
      right: { queries: { length: 1 } },
    });
  });

  it('of more terms than the years 0000 to 9999 have days are refused', () => {
    const billingTerms = new Array(3_652_426);
    const given = { body: {}, organization: { ...organization, billingTerms }, today };
    expect(() => planMetrics(given as never)).toThrow(/length is 3652426; give at most 3652425/);
  });
});

describe('a changed Object.prototype', () => {
  const words = [
    'status',
    'from',
    'userType',
    'q',
    'sort',
    'page',
    'metrics',
    'name',
    'value',
    'get',
  ];
  it.each(words)('with %s changes no plan', (word) => {
    const body = { metrics: [{ name: 'memberCount' }] };
    const plans = () => [
      planMetrics({ body, organization, today }),
      planMetrics({ body: { ...body, extra: [] }, organization, today }),
      planRoster({ query: [['perPage', '10']], organization, today }),
    ];
    const before = JSON.stringify(plans());
    Object.defineProperty(Object.prototype, word, {
      value: ['x'],
      configurable: true,
      writable: true,
    });
    let after = '';
    try {
      after = JSON.stringify(plans());
    } finally {
      Reflect.deleteProperty(Object.prototype, word);
    }
    expect(after).toBe(before);
  });
});

describe('times of an index', () => {
  const times = { createdOn: dayOf(2026, 1, 5), billingTerms: [], today };
  it.each([-1e9, 1e9, Number.NaN, Number.POSITIVE_INFINITY, 1.5, null, '2026-01-05'])(
    '%j is no day',
    (day) => {
      for (const name of ['createdOn', 'today'] as const) {
        expect(() => periodEdges({ ...times, [name]: day })).toThrow(
          /^times\.\w+ is .*; give a Day/,
        );
      }
    },
  );
  it('are an object', () => {
    expect(() => periodEdges(undefined as never)).toThrow(/^times throws when it is read/);
  });
});

describe('facts that readFact did not give', () => {
  const sound = () => {
    const read = readFact({ kind: 'user', id: 'u1', signupDate: '2026-01-05' });
    if (!isAccepted(read)) throw new Error('refused');
    return collectFacts([read.right]);
  };
  const [comment, member] = [
    { id: 'c1', boardId: 'b1', postId: 'p1', authorId: null, content: null, status: null },
    { organizationId: organization.id, userId: 'u1', role: 'owner', joinedAt: 0, leftAt: null },
  ];
  it.each([
    [{ user: [null] }, 'facts.user[0] is null; give a fact, as readFact gives it.'],
    [{ user: new Array(1) }, 'facts.user[0] is nothing; give a fact, as readFact gives it.'],
    [{ user: null }, 'facts.user is null; give a list of facts.'],
    [
      { user: [{ id: 'u1', signupDate: Number.NaN }] },
      'facts.user[0].signupDate is NaN; give a Day, such as parseDay makes it.',
    ],
    [
      { visit: [{ id: 'v1', boardId: 'b1', userId: 'u1', at: 0, seconds: -1 }] },
      'facts.visit[0].seconds is -1; give a whole number of 0 or more.',
    ],
    [
      { comment: [{ ...comment, createdAt: 8e15 }] },
      'facts.comment[0].createdAt is 8000000000000000; give an Instant, such as parseInstant makes it.',
    ],
    [
      { member: [{ ...member, role: 'pupil' }] },
      'facts.member[0].role is "pupil"; give one of owner, admin, maker, teacher, student, contributor, guest.',
    ],
    [
      { member: [{ ...member, leftAt: undefined }] },
      'facts.member[0].leftAt is nothing; give an Instant, such as parseInstant makes it, or null.',
    ],
    [
      { user: [{ id: 'u1', displayName: 7, signupDate: 0 }] },
      'facts.user[0].displayName is 7; give a text, or null.',
    ],
  ])('get a sentence from columnsFrom: %j', (wrong, message) => {
    expect(() => columnsFrom({ ...sound(), ...(wrong as object) })).toThrow(new TypeError(message));
  });
  const kinds = /give user, apiKey, .* or scan\.$/;
  it.each<[string, unknown, RegExp]>([
    ['no list', { post: {} }, /^facts.post is \{\}; give a list of facts\.$/],
    ['a text', { scan: 'post' }, /^facts.scan is "post"; give a list of facts\.$/],
    ['a kind left out', { visit: undefined }, /^facts.visit is nothing; give a list of facts\.$/],
    [
      'no fact',
      { billingTerm: [null] },
      /^facts.billingTerm\[0\] is null; give a fact, as readFact/,
    ],
    ['a hole', { play: new Array(1) }, /^facts.play\[0\] is nothing; give a fact, as readFact/],
    ['an unknown kind', { posts: [] }, new RegExp(`^A kind of facts is "posts"; ${kinds.source}`)],
    [
      'a type of no organization',
      {
        organization: [{ id: 'w1', type: 'firm', name: '', ownerId: 'u1', createdAt: 0 }],
        member: [{ ...member, organizationId: 'w1' }],
      },
      /^facts.organization\[0\].type is "firm"; give one of school, /,
    ],
  ])('get a sentence from all who take them: %s', (_, wrong, message) => {
    const facts = { ...sound(), ...(wrong as object) } as never;
    for (const take of [checkFacts, splitByOrganization, columnsFrom]) {
      expect(() => take(facts)).toThrow(message);
    }
  });
  it('are none at all', () => {
    for (const take of [checkFacts, splitByOrganization, columnsFrom]) {
      expect(() => take(null as never)).toThrow(/^facts is null; give lists of facts by kind, as/);
      expect(() => take([] as never)).toThrow(/^facts.user is nothing; give a list of facts/);
    }
  });
  it('refer to something wherever they must', () => {
    const createdAt = 0 as Instant;
    const facts = { ...sound(), comment: [{ ...comment, postId: null as never, createdAt }] };
    const message = /comment 0, postId: null is not the id of an existing post/;
    expect(() => columnsFrom(facts as never)).toThrow(message);
    expect(() => splitByOrganization(facts as never)).toThrow(message);
  });
  it('have no time that can be written', () => {
    for (const wrong of [Number.NaN, undefined, '2026-11-20', 1e16] as never[]) {
      expect(() => formatInstant(wrong)).toThrow(/^instant is .*; give an Instant, such as/);
      expect(() => formatDay(wrong)).toThrow(/^day is .*; give a Day, such as dayOf/);
      expect(() => formatMonth(wrong)).toThrow(/^month is .*; give a Month, such as monthOf/);
    }
    expect(formatDay(parseDay('9999-12-31')!)).toBe('9999-12-31');
    expect(parseDay('9999-12-32')).toBe(null);
    expect(formatMonth(monthOf(9999, 12))).toBe('9999-12');
    expect(formatInstant(parseInstant('0000-01-01T00:00:00Z')!)).toBe('0000-01-01T00:00:00.000Z');
  });
  it('are not written by writeFact', () => {
    expect(() => writeFact('users' as never, {} as never)).toThrow(/^kind is "users"; give user, /);
    expect(() => writeFact('user', null as never)).toThrow(
      /^fact is null; give a fact of the kind/,
    );
  });
  it('are no list for collectFacts', () => {
    expect(() => collectFacts(null as never)).toThrow(
      'The argument is null; give a list of facts.',
    );
  });
  it('throw when readFact reads them', () => {
    const read = readFact({
      get kind(): never {
        throw new RangeError('boom');
      },
    });
    const reason: unknown = expect.stringMatching(/throws when it is read/);
    expect(read).toMatchObject({ left: [{ reason }] });
  });
});

describe('an index', () => {
  it('does not change with the columns that it was built from', () => {
    const lines = [
      { kind: 'user', id: 'u1', signupDate: '2026-01-05', displayName: 'Olga' },
      {
        kind: 'organization',
        id: organization.id,
        type: 'school',
        name: 'S',
        ownerId: 'u1',
        createdAt: '2026-01-05T00:00:00Z',
      },
      {
        kind: 'member',
        organizationId: organization.id,
        userId: 'u1',
        role: 'owner',
        joinedAt: '2026-01-05T00:00:00Z',
      },
    ];
    const facts = collectFacts(
      lines.map((line) => {
        const read = readFact(line);
        if (!isAccepted(read)) throw new Error('refused');
        return read.right;
      }),
    );
    const columns = columnsFrom(facts);
    const index = buildIndex(columns, { createdOn: dayOf(2026, 1, 5), billingTerms: [], today });
    const encoded = Buffer.from(encodeIndex(index));
    const { members } = columns;
    members.joined.fill(77);
    members.role.fill(1);
    members.signup.fill(77);
    for (const list of [members.ids, members.names, members.usernames, members.emails]) {
      (list as unknown[]).fill('changed');
    }
    expect(Buffer.from(encodeIndex(index)).equals(encoded)).toBe(true);
  });
  it('holds billing rows whose fields are inherited', () => {
    const columns = columnsFrom(collectFacts([]));
    const term = { startsOn: dayOf(2026, 1, 1), endsOn: dayOf(2026, 12, 31), status: 'active' };
    const seats = { on: dayOf(2026, 1, 1), seats: 7 };
    const times = { createdOn: dayOf(2026, 1, 1), billingTerms: [], today };
    const encodedOf = (billingTerms: object[], seatChanges: object[]) =>
      Buffer.from(
        encodeIndex(buildIndex({ ...columns, billingTerms, seatChanges } as never, times)),
      );
    const inherited = encodedOf([Object.create(term) as object], [Object.create(seats) as object]);
    expect(inherited.equals(encodedOf([term], [seats]))).toBe(true);
  });
  it('is not in null', () => {
    expect(decodeIndex(null as never)).toMatchObject({ left: { reason: 'foreign' } });
  });
});

describe('a program that passes the wrong thing', () => {
  it.each(cases)('gets a sentence from planMetrics and planRoster: %j', (wrong, message) => {
    const asked = { body: { metrics: [{ name: 'postCount' }] }, query: [], organization, today };
    const given: typeof asked = { ...asked, ...wrong };
    expect(() => planMetrics(given)).toThrow(new TypeError(message));
    expect(() => planRoster(given)).toThrow(new TypeError(message));
  });

  it('gets one from collectFacts', () => {
    const results = [readFact({ kind: 'play', id: 'p', attachmentId: 'a', at: 'x' })] as never;
    expect(() => collectFacts(results)).toThrow(
      /^Fact 0 is \{"_tag":"Left".*; it is a result of readFact: take its right when isAccepted says yes\.$/,
    );
    expect(() => collectFacts(['x'] as never)).toThrow(
      new TypeError('Fact 0 is "x"; give { kind, fact }, as readFact does.'),
    );
    expect(() => collectFacts([{ kind: 'visits', fact: {} }] as never)).toThrow(TypeError);
    expect(() => collectFacts([{ kind: 'visit' }] as never)).toThrow(TypeError);
  });

  it.each([
    [2026, 13, 40],
    [2026, 2, 29],
    [2026, 0, 1],
    [2026, 1, 0],
    [2026, 1, 1.5],
    ['2026', 1, 1],
    [-1, 1, 1],
    [10_000, 1, 1],
  ] as const)('gets one from dayOf(%j, %j, %j)', (year, month, date) => {
    expect(() => dayOf(year as number, month, date)).toThrow(
      /^There is no date of year .*, month .*, day .*; give a year from 0 to 9999, /,
    );
    expect(() => dayOf(year as number, month, date)).toThrow(RangeError);
  });

  it.each([
    [2026, 0],
    [2026, 13],
    [2026, 1.5],
    [2026.5, 1],
  ])('gets one from monthOf(%j, %j)', (year, month) => {
    expect(() => monthOf(year, month)).toThrow(RangeError);
  });
});
