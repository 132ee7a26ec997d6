import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { metricNames, type OneOrMany, type PropertyName, propertyNames } from '../model/metric.js';
import { listWords, show } from '../model/show.js';
import type { KnownEntry, MetricsSubject, Rule } from './rule.js';

const isMetricName = (name: string): boolean => (metricNames as readonly string[]).includes(name);

// `all` is a word of every userType: where it may stand is said by 4.1.5 and 4.1.7.
const isKnown = (word: string, property: PropertyName, values: readonly string[]): boolean =>
  values.includes(word) || (property === 'userType' && word === 'all');

const unknownWords = (
  { index, name, row }: KnownEntry,
  property: PropertyName,
  sent: OneOrMany<string>,
): readonly Refusal[] => {
  const values = row.properties[property]?.values;
  if (values === undefined) return [];
  const isList = typeof sent !== 'string';
  return (isList ? sent : [sent]).flatMap((word, at) => {
    if (isKnown(word, property, values)) return [];
    const pointer = `/metrics/${index}/${property}${isList ? `/${at}` : ''}`;
    const detail = `${show(word)} is not a ${property} of ${name}; send ${listWords(values)}.`;
    return [refuse('unknownValue', { pointer }, detail)];
  });
};

/** 4.1.3: names of metrics and values of properties are those of the catalog. */
export const knownNamesAndValues: Rule<MetricsSubject> = {
  id: '4.1.3',
  says: 'Every name is a metric, and every value one that the property of this metric takes.',
  check: ({ named, entries }) => [
    ...named
      .filter(({ entry }) => !isMetricName(entry.name))
      .map(({ index, entry }) =>
        refuse(
          'unknownMetric',
          { pointer: `/metrics/${index}/name` },
          `${show(entry.name)} is not a metric; the metrics are ${listWords(metricNames)}.`,
        ),
      ),
    ...entries.flatMap((entry) =>
      propertyNames.flatMap((property) => {
        const sent = entry.sent[property];
        return sent === undefined ? [] : unknownWords(entry, property, sent);
      }),
    ),
  ],
};
