import {
  errorAnswer,
  isAccepted,
  type MetricsPlan,
  metricsAnswer,
  planMetrics,
  readBody,
  readBodyText,
  refusalsAnswer,
} from '@tallyboard/core';
import { type Checked, type Day, limits } from '@tallyboard/core/vocabulary';
import { after } from '../awaitable.js';
import type { Adapter, Call, StepOf } from '../call.js';
import type { Awaitable, Bytes } from '../ports.js';
import { retryAfterFor } from '../retry-after.js';
import { settle } from '../settle.js';
import type { Reply } from '../wire/exchanged.js';
import { respond, respondWith } from '../wire/respond.js';
import { type RememberedAnswers, rememberedAnswers } from './remembered-answers.js';

const unread = {
  tooLarge: errorAnswer(
    'payloadTooLarge',
    `Send at most ${limits.bodyBytesMax} bytes; wide requests are spread over several.`,
  ),
  brokenOff: errorAnswer('badRequest', 'The body broke off before its end.'),
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a body, `null` if it is not UTF-8. */
const textOf = (bytes: Bytes): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

const encoder = new TextEncoder();

/** Has a plan computed; what it comes to is kept when all of it is ready. */
const computed = (
  call: Call,
  adapter: Adapter,
  plan: MetricsPlan,
  keep: (bytes: Bytes | null) => void,
): Awaitable<Reply> => {
  const { computations } = adapter.ports;
  const { id } = plan.organization;
  const settled = settle(
    plan.queries.map((query) => () => computations.metric(id, plan, query)),
    adapter,
  );
  return after(settled, (states) => {
    const retryAfter = retryAfterFor(id, plan, states, adapter);
    const answer = metricsAnswer(plan, states, retryAfter);
    if (answer.document.meta.status !== 'ready') {
      keep(null);
      return respond(call, answer);
    }
    const bytes = encoder.encode(JSON.stringify(answer.document));
    keep(bytes);
    return respondWith(call, bytes);
  });
};

/** The plan of a body that is not remembered, or the reply that refuses it. */
const planned = (call: Call, body: Checked<unknown>, today: Day): MetricsPlan | Reply => {
  if (!isAccepted(body)) return respond(call, refusalsAnswer(body.left));
  const { organization } = call.passed;
  const plan = planMetrics({ body: body.right, organization, today });
  return isAccepted(plan) ? plan.right : respond(call, refusalsAnswer(plan.left));
};

const answerBody = (
  call: Call,
  adapter: Adapter,
  remembered: RememberedAnswers,
  sent: Bytes,
): Awaitable<Reply> => {
  const { clock, computations } = adapter.ports;
  const { organization } = call.passed;
  const today = clock.today();
  const basisNow = (): object | null => computations.basis?.(organization.id) ?? null;
  const basis = basisNow();
  const text = textOf(sent);
  const body = { sent, text: text ?? '' };
  const recalled = remembered.recall(organization, today, body, basis);
  if (recalled.bytes !== null) return respondWith(call, recalled.bytes);
  const read = (): Checked<unknown> => (text === null ? readBody(sent) : readBodyText(text));
  const plan = recalled.plan ?? planned(call, read(), today);
  if ('status' in plan) return plan;
  return computed(call, adapter, plan, (bytes) => {
    // Figures may have been computed while one basis took the place of another.
    const isSame = bytes !== null && basis !== null && basisNow() === basis;
    remembered.keep(body, plan, isSame ? [bytes, basis] : null);
  });
};

/** Answers the read of metrics (4.1). */
export const metrics: StepOf = (adapter) => {
  const remembered = rememberedAnswers(adapter.memoryBytes);
  return (call) =>
    after(call.asked.body(limits.bodyBytesMax), (read) =>
      read.status === 'read'
        ? answerBody(call, adapter, remembered, read.bytes)
        : respond(call, unread[read.status]),
    );
};
