import { isObject } from '../codec/read.js';
import { type Organization, organizationTypes } from '../model/organization.js';
import { listWords, show } from '../model/show.js';

/*
 * What a JavaScript program passes is not checked by a compiler. These say which argument is wrong,
 * since a wrong day or type would otherwise become a wrong figure.
 */

const fail = (place: string, value: unknown, accepted: string): never => {
  throw new TypeError(`${place} is ${show(value)}; give ${accepted}.`);
};

const aDay = 'a Day, such as dayOf(2026, 11, 20), parseDay or dayOfInstant make it';

const isWhole = (value: unknown): value is number => Number.isInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';

/** Throws a TypeError unless the value is a day that can be written as YYYY-MM-DD. */
export const checkDay = (place: string, day: unknown): void => {
  // The days of the years 0000 to 9999.
  if (!isWhole(day) || day < -719_528 || day > 2_932_896) fail(place, day, aDay);
};

/** Throws a TypeError that names the first field of an organization that cannot be right. */
export const checkOrganization = (organization: Organization): void => {
  if (!isObject(organization)) {
    fail('organization', organization, 'an Organization; readOrganization reads one from JSON');
  }
  const { id, type, createdOn, billingTerms } = organization;
  if (!isText(id)) fail('organization.id', id, 'its identifier as a text');
  if (!organizationTypes.includes(type)) {
    fail('organization.type', type, listWords(organizationTypes));
  }
  checkDay('organization.createdOn', createdOn);
  if (!Array.isArray(billingTerms)) {
    fail('organization.billingTerms', billingTerms, 'a list of terms, empty if there are none');
  }
  for (const [index, term] of (billingTerms as readonly unknown[]).entries()) {
    const place = `organization.billingTerms[${index}]`;
    if (!isObject(term)) return fail(place, term, 'a term with startsOn, endsOn and status');
    checkDay(`${place}.startsOn`, term['startsOn']);
    checkDay(`${place}.endsOn`, term['endsOn']);
  }
};
