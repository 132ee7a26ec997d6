import {
  type MetricName,
  type MetricRow,
  memberStatusCatalog,
  metricCatalog,
  metricNames,
  type PropertyName,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import { oneForm, oneOfBy, record, type Schema, type Schemas, word } from '../schema.js';
import { metricWords } from '../words/metrics.js';
import { pascal } from './names.js';
import { oneOrMany, propertyWords, rolesOf, userTypeOf } from './words.js';

/** The statuses that can be asked for, in a request of either form (4.1.8). */
const statusesOf = (byMonth: boolean): readonly string[] =>
  Object.entries(memberStatusCatalog)
    .filter(([, { monthly }]) => monthly || !byMonth)
    .map(([status]) => status);

const needsUserType = (status: string): boolean =>
  Object.entries(memberStatusCatalog).some(([name, row]) => name === status && row.needsUserType);

/** An entry that takes these properties. */
const entryOf = (
  name: MetricName,
  properties: { readonly [P in PropertyName]?: Schema },
  required: readonly PropertyName[],
  more: Schema = {},
): Schema =>
  record<Readonly<Record<string, unknown>>>(
    { name: word([name]), ...properties },
    {
      optional: propertyNames.filter((property) => !required.includes(property)),
      additionalProperties: false,
      ...more,
    },
  );

/** The properties of a row, as a request of either form takes them. */
const propertiesOf = (
  { properties }: MetricRow,
  byMonth: boolean,
): { readonly [P in PropertyName]?: Schema } =>
  Object.fromEntries(
    propertyNames.flatMap((property) => {
      const row = properties[property];
      // Sliced by role such a metric exists only as a series (4.1.4).
      if (row === undefined || (row.requirement === 'monthlyOnly' && !byMonth)) return [];
      const schema =
        property === 'userType' ? userTypeOf(row) : oneOrMany(row.values, propertyWords[property]);
      return [[property, schema]];
    }),
  );

/** Some statuses have no all-members form: they need roles (4.1.6). */
const entriesByStatus = (name: MetricName, row: MetricRow, byMonth: boolean): Schema => {
  const statuses = statusesOf(byMonth);
  const properties = propertiesOf(row, byMonth);
  const roles = row.properties.userType === undefined ? [] : rolesOf(row.properties.userType);
  const status = (values: readonly string[]): Schema => oneOrMany(values, propertyWords.status);
  const free = statuses.filter((value) => !needsUserType(value));
  const ofEverybody = { ...properties, status: status(free) };
  const ofRoles = { status: status(statuses), userType: oneOrMany(roles, propertyWords.userType) };
  return oneForm([
    entryOf(name, ofEverybody, [], { title: 'All members, or some roles' }),
    entryOf(name, ofRoles, ['status', 'userType'], { title: 'Some roles, any status' }),
  ]);
};

/** An entry for one metric. */
const entrySchema = (name: MetricName, byMonth: boolean): Schema => {
  const row = metricCatalog[name];
  const description = `${metricWords[name]}${row.contentSafety ? ' Not for teams.' : ''}`;
  if (row.properties.status !== undefined) {
    return { description, ...entriesByStatus(name, row, byMonth) };
  }
  const required = propertyNames.filter(
    (property) => row.properties[property]?.requirement === 'required',
  );
  return entryOf(name, propertiesOf(row, byMonth), required, { description });
};

/** The metrics that a request of either form may ask for (4.1.8). */
const metricsOf = (byMonth: boolean): readonly MetricName[] =>
  metricNames.filter((name) => !byMonth || metricCatalog[name].monthlyKey !== null);

const entryName = (name: MetricName, byMonth: boolean): string =>
  `${pascal(name)}${byMonth ? 'MonthlyEntry' : 'Entry'}`;

/** Any entry of a request of either form. */
export const anyEntry = (byMonth: boolean): Schema =>
  oneOfBy(
    'name',
    Object.fromEntries(metricsOf(byMonth).map((name) => [name, entryName(name, byMonth)])),
  );

/** The entries of all metrics, for requests of both forms (4.1). */
export const entrySchemas: Schemas = Object.fromEntries(
  [false, true].flatMap((byMonth) =>
    metricsOf(byMonth).map((name) => [entryName(name, byMonth), entrySchema(name, byMonth)]),
  ),
);
