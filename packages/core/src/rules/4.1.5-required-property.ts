import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import { type OneOrMany, propertyNames } from '../model/metric.js';
import { listWords } from '../model/show.js';
import type { EntryRule } from './rule.js';

// Asked of userType only, which is a list once resolved: 4.1.3 refuses "all" for other required properties.
const isAllAlone = (words: OneOrMany<string>): boolean => words.length === 1 && words[0] === 'all';

/** 4.1.5: a metric without an all-members form needs its property. */
export const requiredProperty: EntryRule = {
  id: '4.1.5',
  says: 'A required property has a value, and for userType one that names roles.',
  looksAt: 'entry',
  check: ({ name, row, resolved }, { pointer }) => {
    const refusals: Refusal[] = [];
    for (const property of propertyNames) {
      const propertyRow = row.properties[property];
      if (propertyRow?.requirement !== 'required') continue;
      const words = resolved[property];
      if (words !== undefined && !(property === 'userType' && isAllAlone(words))) continue;
      const [place, found] =
        words === undefined
          ? [pointer, `needs ${property}`]
          : [`${pointer}/${property}`, `has no form for ${property} "all"`];
      const remedy = `${name} ${found}; send ${listWords(propertyRow.values)}, or a list of them.`;
      refusals.push(refuse('requiredPropertyMissing', { pointer: place }, remedy));
    }
    return refusals;
  },
};
