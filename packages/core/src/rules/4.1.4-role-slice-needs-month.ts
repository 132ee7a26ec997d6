import { refuse } from '../catalog/violations.js';
import { show } from '../model/show.js';
import type { EntryRule } from './rule.js';

/** 4.1.4: some metrics are sliced by role only as a series. */
export const roleSliceNeedsMonth: EntryRule = {
  id: '4.1.4',
  says: 'userType on a metric that takes it monthly only needs dimensions with month.',
  looksAt: 'entry',
  check: ({ name, row, sent: { userType } }, { pointer, byMonth }) =>
    byMonth !== false ||
    row.properties.userType?.requirement !== 'monthlyOnly' ||
    userType === undefined ||
    // A value that could not be read, here an empty list, is refused for itself.
    (userType !== '' && userType.length === 0)
      ? []
      : [
          refuse(
            'roleSliceNeedsMonth',
            { pointer: `${pointer}/userType` },
            `${name} with userType ${show(userType)} exists only as a monthly series; send "dimensions": ["month"], or leave userType out for one number.`,
          ),
        ],
};
