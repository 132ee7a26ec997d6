import { refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { MetricsSubject, Rule } from './rule.js';

/** 4.1.4: some metrics are sliced by role only as a series. */
export const roleSliceNeedsMonth: Rule<MetricsSubject> = {
  id: '4.1.4',
  says: 'userType on a metric that takes it monthly only needs dimensions with month.',
  check: ({ entries, byMonth }) =>
    byMonth !== false
      ? []
      : entries
          .filter(
            ({ row, sent }) =>
              row.properties.userType?.requirement === 'monthlyOnly' && sent.userType !== undefined,
          )
          .map(({ index, name, sent }) =>
            refuse(
              'roleSliceNeedsMonth',
              { pointer: `/metrics/${index}/userType` },
              `${name} with userType ${show(sent.userType)} exists only as a monthly series; send "dimensions": ["month"], or leave userType out for one number.`,
            ),
          ),
};
