import { checkDay, type Day, firstDay, isDay, lastDay } from './day.js';
import { failArgument } from './fail-argument.js';
import type { BillingTerm } from './organization.js';
import { rosterRoles } from './role.js';
import { type RosterQuestion, rosterOrders, rosterSorts, rosterStatuses } from './roster.js';
import { listWords } from './show.js';

/** Terms do not overlap: more of them than there are days are no terms of an organization. */
const termsMax = lastDay - firstDay + 1;

interface Times {
  readonly createdOn: Day;
  readonly billingTerms: readonly BillingTerm[];
}

/** A copy of a creation day and billing terms. Throws a TypeError where they have no days. */
export const checkedTimes = (
  place: string,
  { createdOn, billingTerms }: { readonly createdOn: unknown; readonly billingTerms: unknown },
): Times => {
  if (!isDay(createdOn)) checkDay(`${place}.createdOn`, createdOn);
  if (!Array.isArray(billingTerms)) {
    failArgument(`${place}.billingTerms`, billingTerms, 'a list of terms, empty if there are none');
  }
  const { length } = billingTerms as readonly unknown[];
  if (length > termsMax) {
    failArgument(`${place}.billingTerms.length`, length, `at most ${termsMax} terms`);
  }
  const terms: BillingTerm[] = [];
  for (let at = 0; at < length; at += 1) {
    const term = (billingTerms as readonly (BillingTerm | null)[])[at];
    if (typeof term !== 'object' || term === null) {
      const accepted = 'a term with startsOn, endsOn and status';
      return failArgument(`${place}.billingTerms[${at}]`, term, accepted);
    }
    const { startsOn, endsOn, status } = term;
    // Places are put together for a message only: this runs for every plan.
    if (!isDay(startsOn)) checkDay(`${place}.billingTerms[${at}].startsOn`, startsOn);
    if (!isDay(endsOn)) checkDay(`${place}.billingTerms[${at}].endsOn`, endsOn);
    terms.push({ startsOn, endsOn, status });
  }
  return { createdOn: createdOn as Day, billingTerms: terms };
};

/** A copy of a question, each field read once. Throws a TypeError that names the first field that no plan has. */
export const checkedRosterQuestion = (question: RosterQuestion): RosterQuestion => {
  const { status, userTypes, q, sort, order, page, perPage } = question;
  const check = (name: string, value: unknown, words: readonly string[]): void => {
    if (!(words as readonly unknown[]).includes(value)) {
      failArgument(`question.${name}`, value, listWords(words));
    }
  };
  if (status !== null) check('status', status, rosterStatuses);
  if (!Array.isArray(userTypes)) failArgument('question.userTypes', userTypes, 'a list of roles');
  const roles = Array.from(userTypes);
  for (const [at, role] of roles.entries()) check(`userTypes[${at}]`, role, rosterRoles);
  if (typeof q !== 'string') failArgument('question.q', q, 'a text');
  check('sort', sort, rosterSorts);
  check('order', order, rosterOrders);
  for (const [name, value] of Object.entries({ page, perPage })) {
    const isPlace = Number.isSafeInteger(value) && value >= 1;
    if (!isPlace) failArgument(`question.${name}`, value, 'a whole number of at least 1');
  }
  return { status, userTypes: roles, q, sort, order, page, perPage };
};
