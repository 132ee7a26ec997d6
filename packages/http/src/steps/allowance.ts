import { errorAnswer } from '@tallyboard/core';
import { limits } from '@tallyboard/core/vocabulary';
import type { EndpointName, Spent } from '@tallyboard/ports';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { respond } from '../wire/respond.js';

/** The two fields of draft-ietf-httpapi-ratelimit-headers-10. */
const rateLimitHeaders = (endpoint: EndpointName, spent: Spent): Record<string, string> => ({
  'RateLimit-Policy': `"${endpoint}";q=${spent.limit};w=${limits.allowanceWindowMs / 1000}`,
  RateLimit: `"${endpoint}";r=${spent.remaining};t=${spent.resetSeconds}`,
});

const usedUp = ({ limit, resetSeconds }: Spent) => ({
  ...errorAnswer(
    'rateLimitExceeded',
    `${limit} requests an hour are allowed here; the next is possible in ${resetSeconds} seconds.`,
  ),
  retryAfterSeconds: resetSeconds,
});

/**
 * The id under which a request is counted. Ids longer than any organization's (2.1) share one account: they
 * would fill the memory, and V8 hashes texts of more than 16,383 characters by their length alone, so
 * that each look-up would compare them all.
 */
const countedId = (id: string): string =>
  id.length <= limits.organizationIdLengthMax ? id : 'longer';

/**
 * Counts the request (section 8). The id is counted as given, before it is looked up: a 429 must not
 * reveal whether it exists.
 */
export const allowance =
  (endpoint: EndpointName): StepOf =>
  ({ ports }) =>
  (call) => {
    const { organizationId, passed } = call;
    const id = countedId(organizationId);
    const at = ports.clock.instant();
    const spending = { keySha256: passed.key.sha256, endpoint, id, at };
    return after(ports.allowance.spend(spending), (spent) => {
      if (spent === null) return null;
      passed.headers = { ...passed.headers, ...rateLimitHeaders(endpoint, spent) };
      return spent.accepted ? null : respond(call, usedUp(spent));
    });
  };
