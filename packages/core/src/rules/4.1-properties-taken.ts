import { refuse } from '../catalog/violations.js';
import { listWords } from '../model/show.js';
import type { EntryRule } from './rule.js';

/** Table of 4.1: each property belongs to certain metrics. */
export const propertiesTaken: EntryRule = {
  id: '4.1',
  says: 'An entry carries only properties that its metric takes.',
  looksAt: 'entry',
  check: ({ name, row, sentProperties }, { pointer }) => {
    const taken = Object.keys(row.properties);
    const remedy = taken.length === 0 ? 'it takes none' : `it takes ${listWords(taken)}`;
    return sentProperties
      .filter((property) => !taken.includes(property))
      .map((property) =>
        refuse(
          'propertyNotTaken',
          { pointer: `${pointer}/${property}` },
          `${name} does not take ${property}; ${remedy}.`,
        ),
      );
  },
};
