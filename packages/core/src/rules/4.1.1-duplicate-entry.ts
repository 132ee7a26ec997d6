import { isEnough, refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { show } from '../model/show.js';
import type { RequestRule, SentMetrics } from './rule.js';

/** The metrics named more than once, as bits by their places: only their entries can be the same. */
const recurringBits = (entries: SentMetrics['entries']): number => {
  let once = 0;
  let recurring = 0;
  for (const entry of entries) {
    if (entry === null) continue;
    const bit = 1 << entry.place;
    recurring |= once & bit;
    once |= bit;
  }
  return recurring;
};

/** 4.1.1: a metric may recur, a query may not. */
export const duplicateEntry: RequestRule<SentMetrics> = {
  id: '4.1.1',
  says: 'No two entries resolve to the same metric with the same properties.',
  looksAt: 'request',
  check: ({ entries }) => {
    const recurring = recurringBits(entries);
    const refusals: Refusal[] = [];
    const firstIndex = new Map<string, number>();
    for (let index = 0; index < entries.length && !isEnough(refusals); index++) {
      const entry = entries[index];
      if (!entry?.key || (recurring & (1 << entry.place)) === 0) continue;
      const first = firstIndex.get(entry.key);
      if (first === undefined) {
        firstIndex.set(entry.key, index);
        continue;
      }
      const detail = `Entry ${index} asks for the same as entry ${first}: both resolve to ${entry.name} with ${show(entry.resolved)}; leave one out or change a property.`;
      refusals.push(refuse('duplicateMetric', { pointer: `/metrics/${index}` }, detail));
    }
    return refusals;
  },
};
