import type { BillingTerm, Organization } from '../api/organizations.js';
import { acceptUnless, isObject, type NonEmpty, type Result, refuseFor } from '../checked.js';
import { type FactField, factFields } from './catalog.js';
import { termFaults } from './check-facts.js';
import { type FactProblem, readFields } from './read.js';

const organizationFields: readonly FactField[] = [
  { name: 'id', type: 'organizationId', nullable: false },
  { name: 'type', type: 'organizationType', nullable: false },
  { name: 'createdOn', type: 'date', nullable: false },
];
const termFields = factFields.billingTerm.filter(({ name }) => name !== 'organizationId');

/**
 * Reads what the rules need to know about an organization from a JSON value, such as a database gives:
 * `{ id, type, createdOn, billingTerms }`, days as `YYYY-MM-DD`. Without `billingTerms` there are none;
 * other fields are left out. All problems come back together.
 *
 * @example
 * ```ts
 * const read = readOrganization({ id: 'wksp_riverside01', type: 'company', createdOn: '2026-01-05' });
 * isAccepted(read) ? [] : read.left.map(({ field, reason }) => `${field}: ${reason}`); // ['type: one of school, classroom, team']
 * ```
 */
export const readOrganization = (value: unknown): Result<NonEmpty<FactProblem>, Organization> => {
  if (!isObject(value)) {
    return refuseFor([{ field: 'organization', value, reason: 'an object' }]);
  }
  const problems: FactProblem[] = [];
  const read = readFields(value, organizationFields, '', problems);
  const sent = Object.hasOwn(value, 'billingTerms') ? value['billingTerms'] : [];
  if (!Array.isArray(sent)) {
    problems.push({ field: 'billingTerms', value: sent, reason: 'a list of terms' });
  }
  const terms = (Array.isArray(sent) ? (sent as readonly unknown[]) : []).map((term, index) =>
    readFields(term, termFields, `billingTerms[${index}].`, problems),
  ) as unknown as readonly BillingTerm[];
  if (problems.length === 0) {
    const faults = termFaults(terms.map((term) => ({ ...term, organizationId: '' })));
    for (const { index, field, value: found, reason } of faults) {
      problems.push({ field: `billingTerms[${index}].${field}`, value: found, reason });
    }
  }
  return acceptUnless(
    problems,
    () => ({ ...read, billingTerms: terms }) as unknown as Organization,
  );
};
