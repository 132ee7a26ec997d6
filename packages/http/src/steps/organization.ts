import { mayReadAnalytics } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** The standing of any user to an organization that does not exist. */
const nowhere = { organization: null, role: null, ownerEnrolled: false };

/** Finds the organization in the path, if this key may read its analytics (section 5). */
export const organization: StepOf =
  ({ ports }) =>
  (call) => {
    const { organizationId, passed } = call;
    return after(ports.organizations.find(organizationId, passed.key.userId), (found) => {
      const standing = found ?? nowhere;
      if (!mayReadAnalytics(standing) || standing.organization === null) {
        return respond(call, notFound);
      }
      passed.organization = standing.organization;
      return null;
    });
  };
