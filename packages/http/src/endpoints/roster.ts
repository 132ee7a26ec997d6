import { isAccepted, planRoster, refusalsAnswer, rosterAnswer } from '@tallyboard/core';
import type { StepOf } from '../call.js';
import { retryAfterFor } from '../retry-after.js';
import { pending, settle } from '../settle.js';
import { respond } from '../wire/respond.js';

/** Answers the read of the roster (4.2). */
export const roster: StepOf = (adapter) => async (call) => {
  const { ports } = adapter;
  const { organization } = call.passed;
  const query = [...new URL(call.asked.address).searchParams];
  const planned = planRoster({ query, organization, today: ports.clock.today() });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  const [state = pending] = await settle(
    [plan],
    () => ports.computations.roster(organization.id, plan, call),
    adapter,
  );
  const retryAfter = retryAfterFor(organization.id, plan, call, [state], adapter);
  return respond(call, rosterAnswer(plan, state, retryAfter));
};
