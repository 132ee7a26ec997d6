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

/** Throws a TypeError unless the value is a day that can be written as YYYY-MM-DD. */
export const checkDay = (place: string, day: unknown): void => {
  const isDay = Number.isInteger(day) && (day as number) >= firstDay && (day as number) <= lastDay;
  if (!isDay) failArgument(place, day, aDay);
};

/** Terms do not overlap: more of them than there are days are no terms of an organization. */
const termsMax = lastDay - firstDay + 1;

/** Throws a TypeError unless a creation day and billing terms have days. */
export const checkTimes = (
  place: string,
  { createdOn, billingTerms }: { readonly createdOn: unknown; readonly billingTerms: unknown },
): void => {
  checkDay(`${place}.createdOn`, createdOn);
  if (!Array.isArray(billingTerms)) {
    failArgument(`${place}.billingTerms`, billingTerms, 'a list of terms, empty if there are none');
  }
  const terms = billingTerms as readonly unknown[];
  if (terms.length > termsMax) {
    failArgument(`${place}.billingTerms.length`, terms.length, `at most ${termsMax} terms`);
  }
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] as Readonly<Record<string, unknown>> | null;
    const ofTerm = `${place}.billingTerms[${at}]`;
    if (typeof term !== 'object' || term === null) {
      return failArgument(ofTerm, term, 'a term with startsOn, endsOn and status');
    }
    checkDay(`${ofTerm}.startsOn`, term['startsOn']);
    checkDay(`${ofTerm}.endsOn`, term['endsOn']);
  }
};
