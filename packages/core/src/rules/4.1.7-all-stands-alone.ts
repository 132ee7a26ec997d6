import { refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** 4.1.7: `all` already means everybody. */
export const allStandsAlone: Rule<MetricsSubject> = {
  id: '4.1.7',
  says: 'The userType all is not mixed with other values.',
  check: ({ entries }) =>
    entries
      .filter(
        ({ resolved: { userType } }) =>
          typeof userType === 'object' && userType.length > 1 && userType.includes('all'),
      )
      .map(({ index, resolved }) =>
        refuse(
          'allMixedWithRoles',
          { pointer: `/metrics/${index}/userType` },
          `userType ${show(resolved.userType)} mixes all with other values; send "all" alone, or only the others.`,
        ),
      ),
};
