import {
  errorAnswer,
  isAccepted,
  metricsAnswer,
  planMetrics,
  readBody,
  refusalsAnswer,
} from '@tallyboard/core';
import { limits } from '@tallyboard/core/vocabulary';
import type { StepOf } from '../call.js';
import { retryAfterFor } from '../retry-after.js';
import { settle } from '../settle.js';
import { respond } from '../wire/respond.js';

const unread = {
  tooLarge: errorAnswer(
    'payloadTooLarge',
    `Send at most ${limits.bodyBytesMax} bytes; wide requests are spread over several.`,
  ),
  brokenOff: errorAnswer('badRequest', 'The body broke off before its end.'),
};

/** Answers the read of metrics (4.1). */
export const metrics: StepOf = (adapter) => async (call) => {
  const { ports } = adapter;
  const { organization } = call.passed;
  const read = await call.asked.body(limits.bodyBytesMax);
  if (read.status !== 'read') return respond(call, unread[read.status]);
  const body = readBody(read.bytes);
  if (!isAccepted(body)) return respond(call, refusalsAnswer(body.left));
  const planned = planMetrics({ body: body.right, organization, today: ports.clock.today() });
  if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
  const plan = planned.right;
  const computations = plan.queries.map(
    (query) => () => ports.computations.metric(organization.id, plan, query),
  );
  const states = await settle(computations, adapter);
  const retryAfter = retryAfterFor(organization.id, plan, states, adapter);
  return respond(call, metricsAnswer(plan, states, retryAfter));
};
