import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { listWords } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** Table of 4.1: each property belongs to certain metrics. */
export const propertiesTaken: Rule<MetricsSubject> = {
  id: '4.1',
  says: 'An entry carries only properties that its metric takes.',
  check: ({ entries }) => {
    const refusals: Refusal[] = [];
    for (const { index, name, row, sentProperties } of entries) {
      for (const property of sentProperties) {
        if (row.properties[property] !== undefined) continue;
        const taken = Object.keys(row.properties);
        const remedy = taken.length === 0 ? 'it takes none' : `it takes ${listWords(taken)}`;
        const detail = `${name} does not take ${property}; ${remedy}.`;
        refusals.push(
          refuse('propertyNotTaken', { pointer: `/metrics/${index}/${property}` }, detail),
        );
      }
    }
    return refusals;
  },
};
