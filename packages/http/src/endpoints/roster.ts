import { isAccepted, planRoster } from '@tallyboard/core';
import { refusalsAnswer, rosterAnswer } from '@tallyboard/core/engine';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { computeRosterPage, retryAfterFor } from '../compute.js';
import { respond } from '../wire/respond.js';

/** Answers the read of the roster (4.2). */
export const roster: StepOf = (adapter) => (call) => {
  const { organization } = call;
  const query = [...new URL(call.request.address).searchParams];
  const planned = planRoster({ query, organization, today: adapter.ports.clock.today() });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  return after(computeRosterPage(plan, adapter), (state) =>
    respond(call, rosterAnswer(plan, state, retryAfterFor(organization.id, [state], adapter))),
  );
};
