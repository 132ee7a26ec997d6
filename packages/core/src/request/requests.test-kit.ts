import type { MetricEntry } from '../api/metrics.js';
import type { Organization, OrganizationType } from '../api/organizations.js';
import { isAccepted, type Refusal } from '../checked.js';
import { type Day, dayOf } from '../time.js';
import { type MetricsPlan, planMetrics, planRoster, type RosterPlan } from './plan.js';

/*
 * The vocabulary of the rules' tests: a request goes in, and out come the refusals as
 * `violation pointer-or-parameter`, or the plan.
 */

/** The current day of every test of a rule: 20 November 2026. */
export const today: Day = dayOf(2026, 11, 20);

export const organization = (type: OrganizationType = 'school'): Organization => ({
  id: 'wksp_0123456789abcdef',
  type,
  createdOn: dayOf(2023, 2, 3),
  billingTerms: [],
});

const inShort = ({ violation, place }: Refusal): string =>
  `${violation} ${'pointer' in place ? place.pointer : place.parameter}`;

/** Every refusal of a body. */
export const refusalsOfBody = (body: unknown, type?: OrganizationType): readonly Refusal[] => {
  const plan = planMetrics({ body, organization: organization(type), today });
  return isAccepted(plan) ? [] : plan.left;
};

/** The refusals of a body in short. */
export const refusedBody = (body: unknown, type?: OrganizationType): readonly string[] =>
  refusalsOfBody(body, type).map(inShort);

/** The refusals of a call with these entries, by month when asked for. */
export const refused = (
  metrics: readonly MetricEntry[],
  rest: object = {},
  type?: OrganizationType,
): readonly string[] => refusedBody({ metrics, ...rest }, type);

/** The plan of a body that must pass. */
export const planned = (body: unknown, of: Organization = organization()): MetricsPlan => {
  const plan = planMetrics({ body, organization: of, today });
  if (isAccepted(plan)) return plan.right;
  throw new Error(plan.left.map(({ detail }) => detail).join(' '));
};

const pairsOf = (query: string): [string, string][] =>
  query === ''
    ? []
    : query.split('&').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name, value.join('=')];
      });

/** Every refusal of a query string, which is taken as it stands: nothing is decoded. */
export const refusalsOfQuery = (query: string): readonly Refusal[] => {
  const plan = planRoster({ query: pairsOf(query), organization: organization(), today });
  return isAccepted(plan) ? [] : plan.left;
};

/** The refusals of a query string in short. */
export const refusedQuery = (query: string): readonly string[] =>
  refusalsOfQuery(query).map(inShort);

/** The plan of a query string that must pass. */
export const plannedRoster = (query: string, of: Organization = organization()): RosterPlan => {
  const plan = planRoster({ query: pairsOf(query), organization: of, today });
  if (isAccepted(plan)) return plan.right;
  throw new Error(plan.left.map(({ detail }) => detail).join(' '));
};
