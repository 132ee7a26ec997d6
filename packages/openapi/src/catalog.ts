import {
  billingStatuses,
  boardIncludes,
  limits,
  type Meaning,
  type MetricName,
  memberStatusCatalog,
  metricCatalog,
  metricMeanings,
  metricNames,
  organizationTypes,
  type PropertyName,
  roles,
  rosterMeanings,
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

/** What counts, as sentences, by the name of a metric or of a column. */
const sentencesOf = (meanings: Readonly<Record<string, Meaning>>) =>
  Object.fromEntries(
    Object.entries(meanings).map(([name, { sentence, counts }]) => [
      name,
      `${sentence} ${counts}`.trim(),
    ]),
  );

/** What `${name}` means in openapi.yaml: enumerations, limits and meanings of the core. */
export const catalog = {
  limits,
  meanings: sentencesOf(metricMeanings),
  columns: sentencesOf(rosterMeanings),
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
