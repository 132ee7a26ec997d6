import { errorAnswer } from '@tallyboard/core';
import { limits } from '@tallyboard/core/vocabulary';
import type { StepOf } from '../adapter.js';
import type { EndpointName, Spent } from '../ports.js';
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
 * Counts the request (section 8). The id is counted as given, before anybody looks whether it exists:
 * a 429 must not tell.
 */
export const allowance =
  (endpoint: EndpointName): StepOf =>
  ({ ports }) =>
  async (call, next) => {
    const spent = await ports.allowance.spend({
      keySha256: call.var.key.sha256,
      endpoint,
      id: call.req.param('organizationId') ?? '',
      at: ports.clock.instant(),
    });
    if (spent === null) return next();
    call.set('headers', rateLimitHeaders(endpoint, spent));
    return spent.accepted ? next() : respond(call, usedUp(spent));
  };
