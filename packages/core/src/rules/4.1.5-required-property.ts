import { refuse } from '../catalog/violations.js';
import type { OneOrMany } from '../model/metric.js';
import { propertyNames } from '../model/metric.js';
import { listWords } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** 4.1.5: a metric without an all-members form must be told what to answer for. */
export const requiredProperty: Rule<MetricsSubject> = {
  id: '4.1.5',
  says: 'A required property has a value, and for userType one that names roles.',
  check: ({ entries }) =>
    entries.flatMap(({ index, name, row, resolved }) =>
      propertyNames.flatMap((property) => {
        const taken = row.properties[property];
        if (taken?.requirement !== 'required') return [];
        const words = resolved[property];
        if (words !== undefined && !isAllAlone(words)) return [];
        const found =
          words === undefined ? `needs ${property}` : `has no form for ${property} "all"`;
        const remedy = `${name} ${found}; send ${listWords(taken.values)}, or a list of them.`;
        return [refuse('requiredPropertyMissing', { pointer: `/metrics/${index}` }, remedy)];
      }),
    ),
};

// Only userType resolves to a list, so the scalar "all" of another property is an unknown value (4.1.3).
const isAllAlone = (words: OneOrMany<string>): boolean =>
  typeof words !== 'string' && words.length === 1 && words[0] === 'all';
