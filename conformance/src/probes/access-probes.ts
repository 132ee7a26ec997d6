import * as fc from 'fast-check';
import type { Endpoint, KeyName, TargetName } from '../model/request.js';
import { contentSafetyOf, type Entry, entry, tiny } from './entries.js';
import { everyMetric, withoutAccept } from './metrics-valid.js';
import { type Draft, type Probe, type ProbeContext, probesOf } from './probe.js';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** An identifier of the right form that names nothing, the same for the same seed (2.1). */
const inventedOrganization = (seed: number): string => {
  const letters = fc.string({
    unit: fc.constantFrom(...alphabet.split('')),
    minLength: 16,
    maxLength: 16,
  });
  return `wksp_${fc.sample(fc.noBias(letters), { seed, numRuns: 1 }).join('')}`;
};

/** The path of an analytics endpoint of an organization (4.1, 4.2). */
export const analyticsPath = (endpoint: Endpoint, organization: string): string =>
  `/v1/organizations/${organization}/analytics${endpoint === 'roster' ? '/users' : ''}`;

type Ask = (context: ProbeContext, endpoint: Endpoint) => Draft;

/** A request to each of the analytics endpoints. */
const both = (
  ids: readonly [string, string],
  says: string,
  ask: Ask,
  target: TargetName = 'main',
): readonly [metrics: Probe, roster: Probe] => {
  const of = (id: string, endpoint: Endpoint): Probe =>
    probesOf(endpoint, 'access')(id, `${says}, ${endpoint}`, (context) => ask(context, endpoint), {
      target,
    });
  return [of(ids[0], 'metrics'), of(ids[1], 'roster')];
};

/** The first request of its endpoint word for word: a service that keeps answers must not give them to others. */
const first: Ask = ({ family }, endpoint) =>
  endpoint === 'metrics'
    ? { body: { metrics: everyMetric(family) }, headers: withoutAccept }
    : { query: [], headers: [] };

const withKey =
  (key: KeyName): Ask =>
  (context, endpoint) => ({ ...first(context, endpoint), key });

const invented: Ask = (context, endpoint) => ({
  ...first(context, endpoint),
  path: analyticsPath(endpoint, inventedOrganization(context.seed)),
});

/** Shows the default range and, on the metrics endpoint, the billing state and more. */
const billing =
  (...more: readonly Entry[]): Ask =>
  (_context, endpoint) =>
    endpoint === 'metrics'
      ? { body: { metrics: [...tiny.metrics, entry('subscription'), ...more] } }
      : { query: [] };

/** Requests about keys and organizations; none of them spends the main allowance (5). */
export const access = {
  withoutKey: both(['AU1', 'AU2'], 'no key', withKey('none')),
  unknownKey: both(['AU3', 'AU4'], 'an unknown key', withKey('unknown')),
  invented: both(['AU5', 'AU6'], 'an organization that does not exist', invented),
  inventedAgain: both(['AU25', 'AU26'], 'the same once more', invented),
  notEnrolled: both(['AU7', 'AU8'], 'an organization that is not enrolled', first, 'notEnrolled'),
  noAccess: both(['AU9', 'AU10'], 'a key without access', first, 'noAccess'),
  revoked: both(['AU11', 'AU18'], 'a revoked key', first, 'revoked'),
  // A classroom has content safety (2.4).
  teacher: both(
    ['AU19', 'AU20'],
    'a teacher of a classroom',
    billing(...contentSafetyOf('school')),
    'teacher',
  ),
  second: both(['AU21', 'AU22'], 'a second organization', billing(), 'second'),
} as const;

/** All of them in the order of sending. */
export const accessProbes: readonly Probe[] = Object.values(access).flat();
