import { refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { EntryRule } from './rule.js';

/** 4.1.4: some metrics are sliced by role only as a series. */
export const roleSliceNeedsMonth: EntryRule = {
  id: '4.1.4',
  says: 'userType on a metric that takes it monthly only needs dimensions with month.',
  looksAt: 'entry',
  // Only values that make sense: the others are refused for themselves.
  check: ({ key, name, row, sent: { userType } }, { pointer, byMonth }) =>
    key === null ||
    byMonth !== false ||
    row.properties.userType?.requirement !== 'monthlyOnly' ||
    userType === undefined
      ? []
      : [
          refuse(
            'roleSliceNeedsMonth',
            { pointer: `${pointer}/userType` },
            `${name} with userType ${show(userType)} exists only as a monthly series; send "dimensions": ["month"], or leave userType out for one number.`,
          ),
        ],
};
