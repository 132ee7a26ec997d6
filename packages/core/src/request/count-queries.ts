import { propertyNames } from '../model/metric.js';
import type { DraftProperties } from './resolve-properties.js';

/**
 * The number of queries that one entry resolves to (4.1.2): one for the metric and one more per
 * distinct value of each property given as a list. `userType` is one combined slice and adds none.
 */
export const countQueries = (properties: DraftProperties): number => {
  let count = 1;
  for (const property of propertyNames) {
    const words = properties[property];
    if (property !== 'userType' && typeof words === 'object') count += words.length;
  }
  return count;
};
