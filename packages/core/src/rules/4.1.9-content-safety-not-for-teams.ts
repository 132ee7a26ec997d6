import { refuse } from '../catalog/violations.js';
import type { MetricsSubject, RuleOfFacts } from './rule.js';

/** 4.1.9: a team has no content safety, and no zero that would look like it. */
export const contentSafetyNotForTeams: RuleOfFacts<MetricsSubject> = {
  id: '4.1.9',
  says: 'A content-safety metric is not asked of a team.',
  check: ({ entries }, { organizationType }) =>
    organizationType !== 'team'
      ? []
      : entries
          .filter(({ row }) => row.contentSafety)
          .map(({ index, name }) =>
            refuse(
              'contentSafetyNotForTeams',
              { pointer: `/metrics/${index}` },
              `${name} exists only for schools and classrooms, and this organization is a team; leave it out.`,
            ),
          ),
};
