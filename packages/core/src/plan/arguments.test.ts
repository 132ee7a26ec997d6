import { describe, expect, it } from 'vitest';
import { collectFacts, readFact } from '../codec/fact.js';
import { dayOf } from '../model/day.js';
import { monthOf } from '../model/month.js';
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
