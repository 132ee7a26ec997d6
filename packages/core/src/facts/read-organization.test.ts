import { describe, expect, it } from 'vitest';
import { E } from '../fp-ts.test-kit.js';
import { dayOf } from '../time.js';
import { readOrganization } from './read-organization.js';

const row = {
  id: 'wksp_riverside01',
  type: 'school',
  createdOn: '2026-01-05',
  billingTerms: [{ startsOn: '2026-02-01', endsOn: '2027-01-31', status: 'active' }],
};

const problemsOf = (value: unknown): readonly string[] => {
  const read = readOrganization(value);
  return E.isRight(read) ? [] : read.left.map(({ field, reason }) => `${field}: ${reason}`);
};

describe('an organization in JSON', () => {
  it('is read with its terms, and other fields are left out', () => {
    expect(readOrganization({ ...row, ownerId: 'x' })).toEqual(
      E.right({
        id: 'wksp_riverside01',
        type: 'school',
        createdOn: dayOf(2026, 1, 5),
        billingTerms: [
          { startsOn: dayOf(2026, 2, 1), endsOn: dayOf(2027, 1, 31), status: 'active' },
        ],
      }),
    );
  });

  it('may have no terms', () => {
    const { id, type, createdOn } = row;
    const read = readOrganization({ id, type, createdOn });
    expect(E.isRight(read) ? read.right.billingTerms : null).toEqual([]);
  });

  it.each<[unknown, ...string[]]>([
    [null, 'organization: an object'],
    [
      {},
      'id: a text of 16 to 22 characters that starts with wksp_ or org_',
      'type: one of school, classroom, team',
      'createdOn: a day as YYYY-MM-DD',
    ],
    [{ ...row, type: 'company' }, 'type: one of school, classroom, team'],
    [{ ...row, createdOn: new Date(0) }, 'createdOn: a day as YYYY-MM-DD'],
    [Object.create(row), ...problemsOf({})],
    [{ ...row, billingTerms: {} }, 'billingTerms: a list of terms'],
    [
      { ...row, billingTerms: [row.billingTerms[0], { startsOn: 'x', endsOn: '2027-03-01' }] },
      'billingTerms[1].startsOn: a day as YYYY-MM-DD',
      'billingTerms[1].status: one of active, trialing, pastDue, canceled',
    ],
    [
      { ...row, billingTerms: [row.billingTerms[0], row.billingTerms[0]] },
      'billingTerms[1].startsOn: a day after 2027-01-31, the end of another term of the organization',
    ],
    [
      {
        ...row,
        billingTerms: [{ startsOn: '2026-02-01', endsOn: '2026-01-31', status: 'active' }],
      },
      'billingTerms[0].endsOn: a day not before startsOn, 2026-02-01',
    ],
  ])('%j is refused, with every problem', (value, ...problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });
});
