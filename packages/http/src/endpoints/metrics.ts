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
import { limits } from '@tallyboard/core/vocabulary';
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
const computed = async (
  call: Call,
  adapter: Adapter,
  plan: MetricsPlan,
  keep: (bytes: Bytes) => void,
): Promise<Reply> => {
  const { computations } = adapter.ports;
  const { id } = plan.organization;
  const states = await settle(
    plan.queries.map((query) => () => computations.metric(id, plan, query)),
    adapter,
  );
  const retryAfter = retryAfterFor(id, plan, states, adapter);
  const answer = metricsAnswer(plan, states, retryAfter);
  if (answer.document.meta.status !== 'ready') return respond(call, answer);
  const bytes = encoder.encode(JSON.stringify(answer.document));
  keep(bytes);
  return respondWith(call, bytes);
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
  const recalled = text === null ? null : remembered.recall(organization, today, text, basis);
  if (recalled?.bytes != null) return respondWith(call, recalled.bytes);
  let plan = recalled?.plan ?? null;
  if (plan === null) {
    const body = text === null ? readBody(sent) : readBodyText(text);
    if (!isAccepted(body)) return respond(call, refusalsAnswer(body.left));
    const planned = planMetrics({ body: body.right, organization, today });
    if (!isAccepted(planned)) return respond(call, refusalsAnswer(planned.left));
    plan = planned.right;
    remembered.keep(text ?? '', plan, null);
  }
  const known = plan;
  return computed(call, adapter, known, (bytes) => {
    // Figures may have been computed while one basis took the place of another.
    if (basis !== null && basisNow() === basis) remembered.keep(text ?? '', known, [bytes, basis]);
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
