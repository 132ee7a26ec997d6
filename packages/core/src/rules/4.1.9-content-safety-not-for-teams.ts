import { refuse } from '../catalog/violations.js';
import type { EntryRule } from './rule.js';

/** 4.1.9: a team has no content safety, and no zero that would look like it. */
export const contentSafetyNotForTeams: EntryRule = {
  id: '4.1.9',
  says: 'A content-safety metric is not asked of a team.',
  looksAt: 'entry',
  check: ({ name, row }, { pointer, organizationType }) =>
    organizationType === 'team' && row.contentSafety
      ? [
          refuse(
            'contentSafetyNotForTeams',
            { pointer },
            `${name} exists only for schools and classrooms, and this organization is a team; leave it out.`,
          ),
        ]
      : [],
};
