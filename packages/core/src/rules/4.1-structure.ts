import { limits } from '../catalog/limits.js';
import { refusalsOf, refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { RequestRule, SentMetrics } from './rule.js';

/** Table of 4.1: how many entries a request has. An empty list is refused where the body is read. */
export const entryCount: RequestRule<SentMetrics> = {
  id: '4.1',
  says: `A request has at most ${limits.entriesMax} entries.`,
  looksAt: 'request',
  check: ({ entries: { length } }) => {
    if (length <= limits.entriesMax) return [];
    const detail = `/metrics has ${length} entries; send at most ${limits.entriesMax} and spread the rest over further requests.`;
    return [refuse('entryCount', { pointer: '/metrics' }, detail)];
  },
};

/** Table of 4.1: the dimensions that exist. */
export const knownDimensions: RequestRule<SentMetrics> = {
  id: '4.1',
  says: 'The only dimension is month.',
  looksAt: 'request',
  check: ({ dimensions }) =>
    refusalsOf(dimensions, (sent, index) =>
      sent === 'month'
        ? null
        : refuse(
            'unknownDimension',
            { pointer: `/dimensions/${index}` },
            `${show(sent)} is not a dimension; the only one is "month".`,
          ),
    ),
};
