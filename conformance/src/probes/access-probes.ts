import * as fc from 'fast-check';
import type { Endpoint, KeyName, TargetName } from '../model/request.js';
import { contentSafetyOf, entry, tiny } from './entries.js';
import { everyMetric, withoutAccept } from './metrics-valid.js';
import { type Draft, type Probe, type ProbeContext, probe } from './probe.js';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

/** An identifier of the right form that names nothing, the same for the same seed (2.1). */
const inventedOrganization = (seed: number): string => {
  const letters = fc.array(fc.constantFrom(...alphabet.split('')), {
    minLength: 16,
    maxLength: 16,
  });
  const [drawn = []] = fc.sample(fc.noBias(letters), { seed, numRuns: 1 });
  return `wksp_${drawn.join('')}`;
};

/** The path of an analytics endpoint of an organization (4.1, 4.2). */
export const analyticsPath = (endpoint: Endpoint, organization: string): string =>
  `/v1/organizations/${organization}/analytics${endpoint === 'roster' ? '/users' : ''}`;

const both = (
  ids: readonly [string, string],
  says: string,
  draft: (context: ProbeContext, endpoint: Endpoint) => Draft | null,
  more: Partial<Probe> = {},
): readonly Probe[] =>
  (['metrics', 'roster'] as const).map((endpoint, index) =>
    probe({
      id: ids[index]!,
      endpoint,
      kind: 'access',
      says: `${says}, ${endpoint}`,
      draft: (context) => {
        const made = draft(context, endpoint);
        if (made === null) return null;
        return endpoint === 'metrics' ? { body: tiny, ...made } : { query: [], ...made };
      },
      ...more,
    }),
  );

/** The first request of its endpoint word for word: a service that keeps answers must not give them to others. */
const first = ({ family }: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics'
    ? { body: { metrics: everyMetric(family) }, headers: withoutAccept }
    : { query: [], headers: [] };

const withKey =
  (key: KeyName) =>
  (context: ProbeContext, endpoint: Endpoint): Draft => ({ ...first(context, endpoint), key });

const invented = (context: ProbeContext, endpoint: Endpoint): Draft => ({
  ...first(context, endpoint),
  path: analyticsPath(endpoint, inventedOrganization(context.seed)),
});

const target = (name: TargetName): Partial<Probe> => ({ target: name, needs: [name] });
/** Shows the default range and, on the metrics endpoint, the billing state. */
const askBilling = (_context: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics' ? { body: { metrics: [...tiny.metrics, entry('subscription')] } } : {};

/** Shows besides that a classroom has content safety (2.4). */
const askClassroom = (_context: ProbeContext, endpoint: Endpoint): Draft =>
  endpoint === 'metrics'
    ? {
        body: { metrics: [...tiny.metrics, entry('subscription'), ...contentSafetyOf('school')] },
      }
    : {};

/** Requests about keys and organizations; none of them spends the main allowance (5). */
export const accessProbes: readonly Probe[] = [
  ...both(['AU1', 'AU2'], 'no key', withKey('none')),
  ...both(['AU3', 'AU4'], 'an unknown key', withKey('unknown')),
  ...both(['AU5', 'AU6'], 'an organization that does not exist', invented),
  ...both(['AU25', 'AU26'], 'the same once more', invented),
  ...both(['AU7', 'AU8'], 'an organization that is not enrolled', first, target('notEnrolled')),
  ...both(['AU9', 'AU10'], 'a key without access', first, target('noAccess')),
  ...both(['AU11', 'AU18'], 'a revoked key', first, target('revoked')),
  ...both(['AU19', 'AU20'], 'a teacher of a classroom', askClassroom, target('teacher')),
  ...both(['AU21', 'AU22'], 'a second organization', askBilling, target('second')),
];
