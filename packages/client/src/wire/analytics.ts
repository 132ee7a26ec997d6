import { failArgument } from '@tallyboard/core/engine';
import type { Answer } from '../call/exchange.js';
import { fieldOf, hasFields, isCount, Malformed } from './read.js';

/** The first and the last day of a range, both included, as `YYYY-MM-DD` (2.7). */
export interface DateRange {
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  /** The last day, `YYYY-MM-DD`. */
  readonly to: string;
}

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * The range of an answer.
 *
 * @throws Malformed when it does not say
 */
export const readDateRange = (json: unknown): DateRange => {
  const range = fieldOf(json, 'meta', 'dateRange');
  if (hasFields(range, { from: isDate, to: isDate })) return range as DateRange;
  throw new Malformed('it does not say which range it is about');
};

/**
 * Where the organization's analytics are; any text is safe in it.
 *
 * @throws ArgumentError - when the id is missing, as it may be in a program without types
 */
export const analyticsPath = (organization: string | undefined): string =>
  organization
    ? `/v1/organizations/${encodeURIComponent(organization)}/analytics`
    : failArgument('organization', organization, "the organization's id, such as wksp_riverside01");

const secondsOtherwise = 5;

/** When to ask again after a 202: the header, else the body, else a guess; never at once. */
export const secondsToWait = ({ json, retryAfterSeconds }: Answer): number => {
  const inBody = fieldOf(json, 'meta', 'retryAfter');
  return Math.max(1, retryAfterSeconds ?? (isCount(inBody) ? inBody : secondsOtherwise));
};
