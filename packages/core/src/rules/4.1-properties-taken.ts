import { refuse } from '../catalog/violations.js';
import { propertyNames } from '../model/metric.js';
import { listWords } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** Table of 4.1: each property belongs to certain metrics. */
export const propertiesTaken: Rule<MetricsSubject> = {
  id: '4.1',
  says: 'An entry carries only properties that its metric takes.',
  check: ({ entries }) =>
    entries.flatMap(({ index, name, row, sent }) =>
      propertyNames
        .filter(
          (property) => sent[property] !== undefined && row.properties[property] === undefined,
        )
        .map((property) => {
          const taken = Object.keys(row.properties);
          const remedy = taken.length === 0 ? 'it takes none' : `it takes ${listWords(taken)}`;
          return refuse(
            'propertyNotTaken',
            { pointer: `/metrics/${index}/${property}` },
            `${name} does not take ${property}; ${remedy}.`,
          );
        }),
    ),
};
