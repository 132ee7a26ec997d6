import { mayReadAnalytics, type Organization } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** The standing of any user to an organization that does not exist. */
const nowhere = { organization: null, role: null, ownerEnrolled: false };

/**
 * An organization as it is now, whatever becomes of the object that a port gave. By name: the fields of a
 * row of a mapper may be inherited.
 */
const copyOf = ({ id, type, createdOn, billingTerms }: Organization): Organization => ({
  id,
  type,
  createdOn,
  billingTerms: billingTerms.map(({ startsOn, endsOn, status }) => ({ startsOn, endsOn, status })),
});

/** Finds the organization in the path, if this key may read its analytics (section 5). */
export const organization: StepOf =
  ({ ports }) =>
  (call) => {
    const { organizationId, passed } = call;
    const refusalTime = ports.organizations.refusalTime?.();
    return after(ports.organizations.find(organizationId, passed.key.userId), (found) => {
      // An id in another spelling would have an allowance of its own (8).
      const standing = found?.organization.id === organizationId ? found : nowhere;
      if (!mayReadAnalytics(standing) || standing.organization === null) {
        return after(refusalTime, () => respond(call, notFound));
      }
      passed.organization = copyOf(standing.organization);
      return null;
    });
  };
