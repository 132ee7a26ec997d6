import {
  bodyIsNotUtf8,
  errorAnswer,
  isAccepted,
  type MetricsPlan,
  metricsAnswer,
  planMetrics,
  type ResolvedQuery,
  readBodyText,
  refusalsAnswer,
} from '@tallyboard/core';
import { type Checked, type Day, limits, type MetricState } from '@tallyboard/core/vocabulary';
import type { Awaitable, PendingState } from '@tallyboard/ports';
import { after } from '../awaitable.js';
import type { Adapter, Call, StepOf } from '../call.js';
import type { Bytes } from '../ports.js';
import { retryAfterFor } from '../retry-after.js';
import { settle } from '../settle.js';
import type { Reply } from '../wire/exchanged.js';
import { respond, respondWith } from '../wire/respond.js';
import { decodeUtf8 } from '../wire/utf8.js';
import { type RememberedAnswers, rememberedAnswers } from './remembered-answers.js';
import {
  type ReadyFigure,
  type RememberedFigures,
  rememberedFigures,
} from './remembered-figures.js';

const unread = {
  tooLarge: errorAnswer(
    'payloadTooLarge',
    `Send at most ${limits.bodyBytesMax} bytes; wide requests are spread over several.`,
  ),
  brokenOff: errorAnswer('badRequest', 'The body broke off before its end.'),
};

const encoder = new TextEncoder();

interface Remembered {
  readonly answers: RememberedAnswers;
  readonly figures: RememberedFigures;
}

type State = MetricState | PendingState;

const isReady = (state: State): state is ReadyFigure => state.status === 'ready';

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
  { answers, figures }: Remembered,
  sent: Bytes,
): Awaitable<Reply> => {
  const { clock, computations } = adapter.ports;
  const { organization } = call.passed;
  const { id } = organization;
  const today = clock.today();
  const times = { ...organization, today };
  const basisNow = (): object | null => computations.basis?.(id, times) ?? null;
  const basis = basisNow();
  const text = decodeUtf8(sent);
  const body = { sent, text: text ?? '' };
  const recalled = answers.recall(organization, today, body, basis);
  if (recalled.bytes !== null) return respondWith(call, recalled.bytes);
  const read = (): Checked<unknown> => (text === null ? bodyIsNotUtf8 : readBodyText(text));
  const plan = recalled.plan ?? planned(call, read(), today);
  if ('status' in plan) return plan;
  const ofRange = basis === null ? null : figures.of(plan, basis);
  const stateOf = (query: ResolvedQuery): Awaitable<State> =>
    ofRange?.recall(query) ?? computations.metric(id, plan, query, call);
  return after(settle(plan.queries, stateOf, adapter), (states) => {
    // Figures may have been computed while one basis took the place of another.
    if (basis === null || ofRange === null || basisNow() !== basis || !states.every(isReady)) {
      answers.keep(body, plan, null);
      const retryAfter = retryAfterFor(id, plan, call, states, adapter);
      return respond(call, metricsAnswer(plan, states, retryAfter));
    }
    const bytes = encoder.encode(ofRange.render(plan, states));
    answers.keep(body, plan, [bytes, basis]);
    return respondWith(call, bytes);
  });
};

/** Answers the read of metrics (4.1). */
export const metrics: StepOf = (adapter) => {
  const bytesMax = adapter.memoryBytes / 2;
  const remembered = { answers: rememberedAnswers(bytesMax), figures: rememberedFigures(bytesMax) };
  return (call) =>
    after(call.asked.body(limits.bodyBytesMax), (read) =>
      read.status === 'read'
        ? answerBody(call, adapter, remembered, read.bytes)
        : respond(call, unread[read.status]),
    );
};
