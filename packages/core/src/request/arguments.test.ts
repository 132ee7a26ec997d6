import { expect, it } from 'vitest';
import { planMetrics, planRoster } from './plan.js';
import { organization, today } from './requests.test-kit.js';

/* What is no organization, day or query gets a sentence, since a wrong day would become a wrong figure. */

const aDay = 'give a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it.';
const school = organization();

it.each<readonly [wrong: object, message: string]>([
  [
    { organization: undefined },
    'organization is nothing; give an Organization; readOrganization reads one from JSON.',
  ],
  [
    { organization: 'wksp_riverside01' },
    'organization is "wksp_riverside01"; give an Organization; readOrganization reads one from JSON.',
  ],
  [
    { organization: { ...school, createdOn: '2026-01-05' } },
    `organization.createdOn is "2026-01-05"; ${aDay}`,
  ],
  [{ today: new Date(0) }, `today is "1970-01-01T00:00:00.000Z"; ${aDay}`],
  [{ today: 20.5 }, `today is 20.5; ${aDay}`],
])('%j is refused in a sentence', (wrong, message) => {
  const question = { body: {}, query: [], organization: school, today, ...wrong };
  expect(() => planMetrics(question)).toThrow(message);
  expect(() => planRoster(question)).toThrow(message);
});

it('a query that is a text is refused in a sentence', () => {
  const question = { query: 'page=1' as never, organization: school, today };
  expect(() => planRoster(question)).toThrow(
    'query is "page=1"; give a list of [name, value] pairs.',
  );
});
