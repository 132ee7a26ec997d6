import { limits } from '../catalog/limits.js';
import { isObject } from '../codec/read.js';
import type { QueryPairs } from '../codec/roster-query.js';
import { checkDay, checkTimes, failArgument, readArgument } from '../model/arguments.js';
import { type Organization, organizationTypes } from '../model/organization.js';
import { listWords } from '../model/show.js';

const isText = (value: unknown): value is string => typeof value === 'string';

const checkOrganization = (organization: Organization): void => {
  if (!isObject(organization)) {
    failArgument(
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
  checkTimes('organization', organization);
};

/**
 * Throws a TypeError that names the first argument of `planMetrics` or `planRoster` that cannot be right.
 *
 * @param question - what was passed; the body or query is checked elsewhere
 */
export const checkQuestion = (question: {
  readonly organization: Organization;
  readonly today: unknown;
}): void => {
  if (!isObject(question)) {
    failArgument('The argument', question, 'an object with organization and today');
  }
  const { organization, today } = question;
  readArgument('organization', () => checkOrganization(organization));
  checkDay('today', today);
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
