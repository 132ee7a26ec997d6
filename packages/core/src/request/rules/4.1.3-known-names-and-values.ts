import { metricNames } from '../../api/metrics.js';
import { listWords, show } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { listOf } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** 4.1.3, names: they are those of the catalog. */
export function* knownNames({ unknownNames }: MetricsRequest): Refusals {
  for (const { index, name } of unknownNames) {
    const detail = `${show(name)} is not a metric; the metrics are ${listWords(metricNames)}.`;
    yield refuse('unknownMetric', inEntry(index, 'name'), detail);
  }
}

/** 4.1.3, values: they are those of the catalog. */
export function* knownValues({ entries }: MetricsRequest): Refusals {
  for (const { index, metric, sent } of entries) {
    for (const { property, values } of metric.taken) {
      const words = sent[property];
      if (words === undefined) continue;
      const list = listOf(words);
      for (let at = 0; at < list.length; at++) {
        const word = list[at]!;
        // `all` is a word of every userType: 4.1.5 and 4.1.7 decide where it may be sent.
        if (values.includes(word) || (property === 'userType' && word === 'all')) continue;
        const steps = typeof words === 'string' ? [property] : [property, at];
        const detail = `${show(word)} is not a ${property} of ${metric.name}; send ${listWords(values)}.`;
        yield refuse('unknownValue', inEntry(index, ...steps), detail);
      }
    }
  }
}
