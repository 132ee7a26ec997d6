import { metricRow } from '../catalog/metric-catalog.js';
import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { metricNames, type OneOrMany, type PropertyName } from '../model/metric.js';
import { listWords, show } from '../model/show.js';
import type { KnownEntry, MetricsSubject, Rule } from './rule.js';

// `all` is a word of every userType: where it may stand is said by 4.1.5 and 4.1.7.
const isKnown = (word: string, property: PropertyName, values: readonly string[]): boolean =>
  values.includes(word) || (property === 'userType' && word === 'all');

// Adds a refusal for every word that the property does not take.
const unknownWords = (
  { index, name, row }: KnownEntry,
  property: PropertyName,
  sent: OneOrMany<string>,
  refusals: Refusal[],
): void => {
  const values = row.properties[property]?.values;
  if (values === undefined) return;
  const check = (word: string, place: string): void => {
    if (isKnown(word, property, values)) return;
    const pointer = `/metrics/${index}/${property}${place}`;
    const detail = `${show(word)} is not a ${property} of ${name}; send ${listWords(values)}.`;
    refusals.push(refuse('unknownValue', { pointer }, detail));
  };
  if (typeof sent === 'string') check(sent, '');
  else for (let at = 0; at < sent.length; at++) check(sent[at]!, `/${at}`);
};

/** 4.1.3: names of metrics and values of properties are those of the catalog. */
export const knownNamesAndValues: Rule<MetricsSubject> = {
  id: '4.1.3',
  says: 'Every name is a metric, and every value one that the property of this metric takes.',
  check: ({ named, entries }) => {
    const refusals: Refusal[] = [];
    for (const { index, entry } of named) {
      if (metricRow(entry.name) !== null) continue;
      const detail = `${show(entry.name)} is not a metric; the metrics are ${listWords(metricNames)}.`;
      refusals.push(refuse('unknownMetric', { pointer: `/metrics/${index}/name` }, detail));
    }
    for (const entry of entries) {
      for (const property of entry.sentProperties) {
        unknownWords(entry, property, entry.sent[property]!, refusals);
      }
    }
    return refusals;
  },
};
