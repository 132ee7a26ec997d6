import {
  type MetricName,
  type MetricRow,
  metricCatalog,
  metricNames,
  type PropertyName,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import { list, oneForm, oneOfBy, record, type Schema, type Schemas, word } from '../schema.js';
import { metricWords } from '../words/metrics.js';
import { figureOf } from './figures.js';
import { pascal } from './names.js';
import { propertyWords } from './words.js';

const listOf = (values: readonly string[], more: Schema = {}): Schema =>
  list(word(values), { minItems: 1, uniqueItems: true, ...more });

const userTypes = (values: readonly string[]): Schema =>
  listOf(values, { description: 'Always a list; `["all"]` where the request named no roles.' });

/** The property whose list of values breaks a figure down, if the metric takes one (2.5). */
const breakdownOf = ({ properties }: MetricRow): PropertyName | undefined =>
  propertyNames.find((property) => property !== 'userType' && properties[property] !== undefined);

/** An answered metric: resolved properties, and the data that belongs to them. */
const result = (
  name: MetricName,
  breakdown: Readonly<Record<string, Schema>>,
  data: Schema,
  title?: string,
): Schema => {
  const users = metricCatalog[name].properties.userType;
  const properties: Readonly<Record<string, Schema>> =
    users === undefined ? breakdown : { ...breakdown, userType: userTypes(users.values) };
  return {
    ...(title === undefined ? {} : { title }),
    ...record({
      name: word([name]),
      properties: record(properties, {
        description: 'The properties as they were understood: omitted ones are spelled out.',
      }),
      data,
    }),
  };
};

/** With one value there is one figure; with a list there is an object with a figure for each (2.5). */
const resultsByValue = (name: MetricName, property: PropertyName): readonly Schema[] => {
  const row = metricCatalog[name];
  const values = row.properties[property]?.values ?? [];
  const ranksBy = row.shape.kind === 'ranking' && row.shape.figure === property;
  const groups = ranksBy ? values.map((value) => [value]) : [values];
  const one = groups.map((group) =>
    result(
      name,
      { [property]: word(group, propertyWords[property]) },
      figureOf(row, group[0] ?? null),
      ranksBy ? `${property} ${group.join()}` : `One ${property}`,
    ),
  );
  const byValue: Schema = {
    type: 'object',
    properties: Object.fromEntries(values.map((value) => [value, figureOf(row, value)])),
    minProperties: 1,
    additionalProperties: false,
  };
  return [...one, result(name, { [property]: listOf(values) }, byValue, `A list of ${property}`)];
};

const resultSchema = (name: MetricName): Schema => {
  const row = metricCatalog[name];
  const breakdown = breakdownOf(row);
  const description = metricWords[name];
  return breakdown === undefined
    ? { description, ...result(name, {}, figureOf(row, null)) }
    : { description, ...oneForm(resultsByValue(name, breakdown)) };
};

const resultName = (name: MetricName): string => `${pascal(name)}Result`;

/** Any metric of an answer. */
export const anyResult: Schema = oneOfBy(
  'name',
  Object.fromEntries(metricNames.map((name) => [name, resultName(name)])),
);

/** The answers of all metrics (2.3, 2.5), with an example each. */
export const resultSchemas = (examples: Readonly<Record<MetricName, unknown>>): Schemas =>
  Object.fromEntries(
    metricNames.map((name) => [
      resultName(name),
      { ...resultSchema(name), examples: [examples[name]] },
    ]),
  );
