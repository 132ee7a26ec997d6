import { mayReadAnalytics } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { notFound, respond } from '../wire/respond.js';

/** Finds the organization in the path, if this key may read its analytics (section 5). */
export const organization: StepOf =
  ({ ports }) =>
  (call) => {
    const { organizationId, passed } = call;
    return after(ports.organizations.find(organizationId, passed.key.userId), (standing) => {
      if (standing === null || !mayReadAnalytics(standing)) return respond(call, notFound);
      passed.organization = standing.organization;
      return null;
    });
  };
