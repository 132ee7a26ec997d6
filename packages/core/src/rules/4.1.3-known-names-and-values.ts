import { refusalsOf, refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { metricNames, type PropertyName } from '../model/metric.js';
import { listWords, show } from '../model/show.js';
import type { EntryRule, RequestRule, SentMetrics } from './rule.js';

/** 4.1.3, names: they are those of the catalog. */
export const knownNames: RequestRule<SentMetrics> = {
  id: '4.1.3',
  says: 'Every name is a metric, and every value one that the property of this metric takes.',
  looksAt: 'request',
  check: ({ unknownNames }) =>
    refusalsOf(unknownNames, ({ index, name }) =>
      refuse(
        'unknownMetric',
        { pointer: `/metrics/${index}/name` },
        `${show(name)} is not a metric; the metrics are ${listWords(metricNames)}.`,
      ),
    ),
};

// `all` is a word of every userType: 4.1.5 and 4.1.7 decide where it may be sent.
const isKnown = (word: string, property: PropertyName, values: readonly string[]): boolean =>
  values.includes(word) || (property === 'userType' && word === 'all');

/** 4.1.3, values: they are those of the catalog. */
export const knownValues: EntryRule = {
  id: '4.1.3',
  says: 'Every value is one that the property of its metric takes.',
  looksAt: 'entry',
  check: ({ name, row, sent, sentProperties }, { pointer }) => {
    const refusals: Refusal[] = [];
    for (const property of sentProperties) {
      const values = row.properties[property]?.values;
      const words = sent[property];
      if (values === undefined || words === undefined) continue;
      const isOne = typeof words === 'string';
      const unknown = refusalsOf(isOne ? [words] : words, (word, at) => {
        if (isKnown(word, property, values)) return null;
        const place = { pointer: `${pointer}/${property}${isOne ? '' : `/${at}`}` };
        const detail = `${show(word)} is not a ${property} of ${name}; send ${listWords(values)}.`;
        return refuse('unknownValue', place, detail);
      });
      refusals.push(...unknown);
    }
    return refusals;
  },
};
