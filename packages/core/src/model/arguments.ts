import type { Day } from './day.js';
import type { BillingTerm } from './organization.js';
import { rosterRoles } from './role.js';
import { type RosterQuestion, rosterOrders, rosterSorts, rosterStatuses } from './roster.js';
import { show } from './show.js';

/*
 * What a JavaScript program passes is not checked by a compiler. A wrong argument gets a sentence that names it,
 * since a wrong day or type would otherwise become a wrong figure.
 */

class ArgumentFault extends TypeError {}

/** Throws a TypeError that says which argument is wrong, its value, and what to give. */
export const failArgument = (place: string, value: unknown, accepted: string): never => {
  throw new ArgumentFault(`${place} is ${show(value)}; give ${accepted}.`);
};

/** Reads an argument; where its objects throw, a TypeError says which argument it was. */
export const readArgument = <A>(place: string, read: () => A): A => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ArgumentFault) throw error;
    throw new ArgumentFault(`${place} throws when it is read; give plain data.`, { cause: error });
  }
};

const aDay = 'a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it';

/** The days of the years 0000 to 9999. */
const [firstDay, lastDay] = [-719_528, 2_932_896];

/** Whether a value is a day that can be written as YYYY-MM-DD. */
export const isDay = (day: unknown): boolean =>
  Number.isInteger(day) && (day as number) >= firstDay && (day as number) <= lastDay;

/** Throws a TypeError unless the value is such a day. */
export const checkDay = (place: string, day: unknown): void => {
  if (!isDay(day)) failArgument(place, day, aDay);
};

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

/** Throws a TypeError that names the first field of a question that no plan has. */
export const checkRosterQuestion = (question: RosterQuestion): void => {
  const { status, userTypes, q, sort, order, page, perPage } = question;
  const check = (name: string, value: unknown, words: readonly unknown[]): void => {
    if (!words.includes(value))
      failArgument(`question.${name}`, value, `one of ${words.join(', ')}`);
  };
  if (status !== null) check('status', status, rosterStatuses);
  if (!Array.isArray(userTypes)) failArgument('question.userTypes', userTypes, 'a list of roles');
  for (const [at, role] of userTypes.entries()) check(`userTypes[${at}]`, role, rosterRoles);
  if (typeof q !== 'string') failArgument('question.q', q, 'a text');
  check('sort', sort, rosterSorts);
  check('order', order, rosterOrders);
  for (const [name, value] of Object.entries({ page, perPage })) {
    const isPlace = Number.isSafeInteger(value) && value >= 1;
    if (!isPlace) failArgument(`question.${name}`, value, 'a whole number of at least 1');
  }
};
