import {
  billingStatuses,
  boardIncludes,
  limits,
  type MetricName,
  memberStatusCatalog,
  metricCatalog,
  metricNames,
  organizationTypes,
  type PropertyName,
  roles,
  rosterParameters,
  rosterRoles,
  userIncludes,
} from '@tallyboard/core/vocabulary';

/** The values that a metric takes for a property; without a metric, those of all metrics, each once. */
const valuesOf = (property: PropertyName, ...names: readonly MetricName[]): readonly string[] => [
  ...new Set(
    (names.length === 0 ? metricNames : names).flatMap(
      (name) => metricCatalog[name].properties[property]?.values ?? [],
    ),
  ),
];

const statuses = Object.entries(memberStatusCatalog);
const monthlyStatuses = statuses.filter(([, { monthly }]) => monthly);
const withoutRoles = (rows: typeof statuses): readonly string[] =>
  rows.filter(([, { needsUserType }]) => !needsUserType).map(([status]) => status);

const visitorTypes = valuesOf('userType', 'wallEngagementMinutes');

/** What `${name}` means in openapi.yaml: enumerations and limits of the core (2.4, 4.1, 4.2, section 8). */
export const catalog = {
  limits,
  metricNames,
  organizationTypes,
  subscriptionStatuses: [...billingStatuses, 'none'],
  roles,
  rosterRoles,
  boardIncludes,
  userIncludes,
  activity: rosterParameters.status.values,
  rosterSorts: rosterParameters.sort.values,
  orders: rosterParameters.order.values,
  userTypes: valuesOf('userType', 'postCount'),
  visitorTypes,
  visitorRoles: visitorTypes.filter((type) => type !== 'all'),
  /** Without roles, and with them (4.1.6); of a request by month the same (4.1.8). */
  memberStatuses: withoutRoles(statuses),
  memberStatusesOfRoles: statuses.map(([status]) => status),
  monthlyStatuses: withoutRoles(monthlyStatuses),
  monthlyStatusesOfRoles: monthlyStatuses.map(([status]) => status),
  rankings: valuesOf('sortBy'),
  boardRankings: valuesOf('sortBy', 'topBoards'),
  userRankings: valuesOf('sortBy', 'topUsers'),
  mediaTypes: valuesOf('mediaType', 'topMedia'),
};
