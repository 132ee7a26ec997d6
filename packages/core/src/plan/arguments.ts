import { limits } from '../catalog/limits.js';
import { isObject } from '../codec/read.js';
import type { QueryPairs } from '../codec/roster-query.js';
import { checkedTimes } from '../model/arguments.js';
import { checkDay, type Day } from '../model/day.js';
import { failArgument, readArgument } from '../model/fail-argument.js';
import { type Organization, organizationTypes } from '../model/organization.js';
import { listWords } from '../model/show.js';

const isText = (value: unknown): value is string => typeof value === 'string';

const organizationFrom = (organization: Organization): Organization => {
  if (!isObject(organization)) {
    return failArgument(
      'organization',
      organization,
      'an Organization; readOrganization reads one from JSON',
    );
  }
  const { id, type } = organization;
  if (!isText(id)) failArgument('organization.id', id, 'its identifier as a text');
  if (!organizationTypes.includes(type)) {
    failArgument('organization.type', type, listWords(organizationTypes));
  }
  const { createdOn, billingTerms } = checkedTimes('organization', organization);
  return { id, type, createdOn, billingTerms };
};

/**
 * What a question asks about, read once: a plan keeps it, and the caller may change its objects. Throws a TypeError
 * that names the first argument of `planMetrics` or `planRoster` that cannot be right.
 *
 * @param question - what was passed; the body or query is checked elsewhere
 */
export const checkedQuestion = (question: {
  readonly organization: Organization;
  readonly today: Day;
}): { readonly organization: Organization; readonly today: Day } => {
  if (!isObject(question)) {
    failArgument('The argument', question, 'an object with organization and today');
  }
  const { today } = question;
  const organization = readArgument('organization', () => organizationFrom(question.organization));
  checkDay('today', today);
  return { organization, today };
};

/** Parameters of a query, at most: more than fit in an address that a server takes. */
const pairsMax = limits.bodyBytesMax;

/** The pairs of a query, each read once. Throws a TypeError where one is not a pair of texts. */
export const pairsOf = (query: QueryPairs): QueryPairs =>
  readArgument('query', () => {
    const isList = isObject(query) || Array.isArray(query);
    if (!isList || typeof query[Symbol.iterator] !== 'function') {
      return failArgument('query', query, 'a list of [name, value] pairs');
    }
    const pairs: (readonly [string, string])[] = [];
    for (const pair of query as Iterable<unknown>) {
      const place = `query[${pairs.length}]`;
      if (pairs.length === pairsMax) failArgument(place, pair, `at most ${pairsMax} pairs`);
      const [name, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
      if (!isText(name) || !isText(value)) {
        return failArgument(place, pair, 'a pair of texts: [name, value]');
      }
      pairs.push([name, value]);
    }
    return pairs;
  });
