import type { FieldType } from '../catalog/fact-catalog.js';
import type { NonEmpty } from '../model/checked.js';
import type { BillingTerm, Organization } from '../model/organization.js';
import { E } from '../prelude.js';
import type { FactProblem } from './fact.js';
import { leaves } from './leaves.js';
import { isObject } from './read.js';

type Fields = Readonly<Record<string, FieldType>>;

const organizationFields: Fields = {
  id: 'organizationId',
  type: 'organizationType',
  createdOn: 'date',
};
const termFields: Fields = { startsOn: 'date', endsOn: 'date', status: 'billingStatus' };

/** Reads the fields of a JSON object; `at` says where it is. */
const readFields = (value: unknown, fields: Fields, at: string, problems: FactProblem[]) => {
  const read: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(fields)) {
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    const decoded = leaves[type].decode(found);
    if (E.isRight(decoded)) read[name] = decoded.right;
    else problems.push({ field: `${at}${name}`, value: found, reason: leaves[type].name });
  }
  return read;
};

/** Terms that end before they begin, or overlap one that began earlier. */
const termProblems = (terms: readonly BillingTerm[]): readonly FactProblem[] => {
  const problems: FactProblem[] = [];
  for (const [index, { startsOn, endsOn }] of terms.entries()) {
    const field = `billingTerms[${index}]`;
    if (endsOn < startsOn) {
      problems.push({ field, value: terms[index], reason: 'a term that ends after it begins' });
    }
    const other = terms.findIndex(
      (term, at) => at < index && term.startsOn <= endsOn && startsOn <= term.endsOn,
    );
    if (other >= 0) {
      const reason = `a term that does not overlap billingTerms[${other}]`;
      problems.push({ field, value: terms[index], reason });
    }
  }
  return problems;
};

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
export const readOrganization = (value: unknown): E.Either<NonEmpty<FactProblem>, Organization> => {
  if (!isObject(value)) {
    return E.left([{ field: 'organization', value, reason: 'an object' }]);
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
  if (problems.length === 0) problems.push(...termProblems(terms));
  const [first, ...rest] = problems;
  return first === undefined
    ? E.right({ ...read, billingTerms: terms } as unknown as Organization)
    : E.left([first, ...rest]);
};
