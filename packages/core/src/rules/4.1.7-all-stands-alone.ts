import { refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { EntryRule } from './rule.js';

/** 4.1.7: `all` already includes every role. */
export const allStandsAlone: EntryRule = {
  id: '4.1.7',
  says: 'The userType all is not mixed with other values.',
  looksAt: 'entry',
  check: ({ resolved: { userType } }, { pointer }) =>
    typeof userType === 'object' && userType.length > 1 && userType.includes('all')
      ? [
          refuse(
            'allMixedWithRoles',
            { pointer: `${pointer}/userType` },
            `userType ${show(userType)} mixes all with other values; send "all" alone, or only the others.`,
          ),
        ]
      : [],
};
