import {
  acceptedMax,
  isUnclear,
  otherRefusals,
  requestsPerHour,
  spending,
} from '../judge/allowance.js';
import { retryAfterOf } from '../judge/evidence.js';
import type { Endpoint, PlannedRequest } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import { tiny } from '../probes/entries.js';
import { type Probe, probe } from '../probes/probe.js';
import type { Asking } from './asking.js';
import { contextOf } from './knowledge.js';
import { type Fresh, isExhausted, type Outcome, send, spentBy, wait } from './session.js';

/** The cheapest requests that must be served: they fill an allowance up. */
const quotaProbes: Readonly<Record<'metrics' | 'roster', Probe>> = {
  metrics: probe({
    id: 'QM',
    endpoint: 'metrics',
    kind: 'valid',
    says: 'the smallest request, to use the allowance up',
    draft: () => ({ body: tiny }),
  }),
  roster: probe({
    id: 'QR',
    endpoint: 'roster',
    kind: 'valid',
    says: 'one row, to use the allowance up',
    draft: () => ({ query: [['perPage', '1']] }),
  }),
};

/** The request with which an endpoint's allowance is used up. */
const quotaRequest = (
  endpoint: 'metrics' | 'roster',
  { configuration, knowledge }: Asking,
): PlannedRequest => {
  const context = contextOf(configuration, knowledge);
  const one = quotaProbes[endpoint];
  const draft = one.draft(context);
  if (draft === null) throw new Error(`${one.id} has no request.`);
  return complete(one, draft, context);
};

/** Sends what was refused for another reason once more, where it is open whether that counts. */
const repeatRefusals = async (
  endpoint: Exclude<Endpoint, 'other'>,
  { history, session }: Asking,
): Promise<void> => {
  const answers = spending(history(), endpoint);
  const refused = answers.find(({ status }) => status === 429);
  if (refused === undefined || !isUnclear(answers, refused)) return;
  for (const { seq } of otherRefusals(answers, refused)) {
    const request = session.sent.get(seq);
    if (request !== undefined) await send(session, { request, knows: { repeats: seq } }, 'quota');
  }
};

/**
 * Uses an allowance up and goes on until a refusal. Two innocent causes may delay it, errors that do not
 * count and a fixed window that began anew; more than twice 60 accepted requests within the hour
 * leave none.
 */
export const checkQuota = async (
  endpoint: Exclude<Endpoint, 'other'>,
  asking: Asking,
): Promise<void> => {
  const { session } = asking;
  const request = quotaRequest(endpoint, asking);
  let accepted = 0;
  // Every request so far may have been refused, and refusals need not count.
  const most = requestsPerHour + acceptedMax + 1;
  for (let sent = 0; sent < most && accepted <= acceptedMax; sent += 1) {
    if (isExhausted(session, request)) return;
    const purpose = spentBy(session, request) < requestsPerHour ? 'fill' : 'quota';
    const outcome = await send(session, { request }, purpose);
    if (outcome.kind !== 'answer') return;
    const { status } = outcome.answer;
    if (status === 429) return repeatRefusals(endpoint, asking);
    // A sound request that is refused in another way says all that there is to say.
    if (status !== 200 && status !== 202) return;
    accepted += 1;
  }
};

/** Windows of an hour end at most once within this time. */
const shortSeconds = 1800;

const isAccepted = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && [200, 202].includes(outcome.answer.status);

/** The whole seconds that a 429 asks to wait; `null` unless there are some, and at most an hour. */
export const secondsToWait = (answer: Pick<Fresh, 'headers'>): number | null => {
  const seconds = retryAfterOf(answer);
  return seconds !== null && seconds > 0 && seconds <= 3600 ? seconds : null;
};

/**
 * Waits as long as the last 429 asked for and sends one request more. After a short wait it uses the next
 * window up too: windows of a minute serve more than twice 60 requests within the hour, those of an hour
 * do not. It ends where a wait brought no request more.
 */
export const checkReset = async (asking: Asking, seconds: number): Promise<void> => {
  const { session } = asking;
  const request = quotaRequest('metrics', asking);
  let accepted = 0;
  let waited = 0;
  for (let next: number | null = seconds; next !== null; ) {
    await wait(session, (next + 1) * 1000, 'reset');
    waited += next + 1;
    let outcome = await send(session, { request }, 'quota');
    if (waited > shortSeconds || !isAccepted(outcome)) return;
    while (isAccepted(outcome) && accepted <= acceptedMax) {
      accepted += 1;
      outcome = await send(session, { request }, 'quota');
    }
    const following =
      outcome.kind === 'answer' && outcome.answer.status === 429
        ? secondsToWait(outcome.answer)
        : null;
    next = following !== null && waited + following <= shortSeconds ? following : null;
  }
};
