import { metricCatalog } from '../catalog/metric-catalog.js';
import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import {
  type MetricName,
  metricNames,
  type OneOrMany,
  type PropertyName,
  propertyNames,
} from '../model/metric.js';
import { listWords } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** The properties that each metric requires. */
const requiredProperties = Object.fromEntries(
  metricNames.map((name) => [
    name,
    propertyNames.filter(
      (property) => metricCatalog[name].properties[property]?.requirement === 'required',
    ),
  ]),
) as unknown as Readonly<Record<MetricName, readonly PropertyName[]>>;

/** 4.1.5: a metric without an all-members form must be told what to answer for. */
export const requiredProperty: Rule<MetricsSubject> = {
  id: '4.1.5',
  says: 'A required property has a value, and for userType one that names roles.',
  check: ({ entries }) => {
    const refusals: Refusal[] = [];
    for (const { index, name, row, resolved } of entries) {
      for (const property of requiredProperties[name]) {
        const words = resolved[property];
        if (words !== undefined && !(property === 'userType' && isAllAlone(words))) continue;
        const entry = `/metrics/${index}`;
        const [pointer, found] =
          words === undefined
            ? [entry, `needs ${property}`]
            : [`${entry}/${property}`, `has no form for ${property} "all"`];
        const { values } = row.properties[property]!;
        const remedy = `${name} ${found}; send ${listWords(values)}, or a list of them.`;
        refusals.push(refuse('requiredPropertyMissing', { pointer }, remedy));
      }
    }
    return refusals;
  },
};

// Of userType only, which is a list once resolved: "all" is no value of another required property, which
// 4.1.3 refuses.
const isAllAlone = (words: OneOrMany<string>): boolean => words.length === 1 && words[0] === 'all';
