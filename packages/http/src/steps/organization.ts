import { mayReadAnalytics } from '@tallyboard/core';
import type { StepOf } from '../adapter.js';
import { notFound, respond } from '../wire/respond.js';

/** Finds the organization in the path, if this key may read its analytics (section 5). */
export const organization: StepOf =
  ({ ports }) =>
  async (call, next) => {
    const id = call.req.param('organizationId') ?? '';
    const standing = await ports.organizations.find(id, call.var.key.userId);
    if (standing === null || !mayReadAnalytics(standing)) return respond(call, notFound);
    call.set('organization', standing.organization);
    return next();
  };
