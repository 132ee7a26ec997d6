import { acceptedMax, openRefusals, requestsPerHour, spending } from '../judge/allowance.js';
import { isServed, retryAfterOf } from '../judge/evidence.js';
import type { PlannedRequest } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import { tiny } from '../probes/entries.js';
import { type Probe, probesOf } from '../probes/probe.js';
import { contextOf } from './learn.js';
import type { Outcome, Run } from './run.js';
import { isExhausted, send, spentBy, wait } from './send.js';

const [toMetrics, toRoster] = [probesOf('metrics', 'valid'), probesOf('roster', 'valid')];

/** The cheapest requests that must be served: they fill an allowance up. */
const quotaProbes: Readonly<Record<'metrics' | 'roster', Probe>> = {
  metrics: toMetrics('QM', 'the smallest request, to use the allowance up', () => ({ body: tiny })),
  roster: toRoster('QR', 'one row, to use the allowance up', () => ({ query: [['perPage', '1']] })),
};

/** The request with which an endpoint's allowance is used up. */
const quotaRequest = (endpoint: 'metrics' | 'roster', run: Run): PlannedRequest => {
  const one = quotaProbes[endpoint];
  const context = contextOf(run);
  return complete(one, one.draft(context) ?? {}, context);
};

/** Sends what was refused for another reason once more, where it is open whether that counts. */
const repeatRefusals = async (endpoint: 'metrics' | 'roster', run: Run): Promise<void> => {
  const answers = spending(run.history(), endpoint);
  const refused = answers.find(({ status }) => status === 429);
  const open = refused === undefined ? [] : openRefusals(answers, refused);
  for (const { seq } of open) {
    const request = run.sent.get(seq);
    if (request !== undefined) await send(run, { request, knows: { repeats: seq } }, 'quota');
  }
};

/**
 * Uses an allowance up and goes on until a refusal. Two innocent causes may delay it, errors that do not
 * count and a fixed window that began anew; more than twice 60 accepted requests within the hour
 * leave none.
 */
export const checkQuota = async (endpoint: 'metrics' | 'roster', run: Run): Promise<void> => {
  const request = quotaRequest(endpoint, run);
  let accepted = 0;
  // Every request so far may have been refused, and refusals need not count.
  const most = requestsPerHour + acceptedMax + 1;
  for (let sent = 0; sent < most && accepted <= acceptedMax; sent += 1) {
    if (isExhausted(run, request)) return;
    const purpose = spentBy(run, request) < requestsPerHour ? 'fill' : 'quota';
    const outcome = await send(run, { request }, purpose);
    if (outcome.status === 429) return repeatRefusals(endpoint, run);
    // A sound request that is refused in another way says all that there is to say.
    if (!isServed(outcome)) return;
    accepted += 1;
  }
};

/** Windows of an hour end at most once within this time. */
const shortSeconds = 1800;

/** The whole seconds that a 429 asks to wait; `null` unless there are some, and at most an hour. */
export const secondsToWait = (answer: Pick<Outcome, 'headers'>): number | null => {
  const seconds = retryAfterOf(answer);
  return seconds !== null && seconds > 0 && seconds <= 3600 ? seconds : null;
};

/**
 * Waits as long as the last 429 asked for and sends one request more. After a short wait it uses the next
 * window up too: windows of a minute serve more than twice 60 requests within the hour, those of an hour
 * do not. It ends where a wait brought no request more.
 */
export const checkReset = async (run: Run, seconds: number): Promise<void> => {
  const request = quotaRequest('metrics', run);
  let accepted = 0;
  let waited = 0;
  for (let next: number | null = seconds; next !== null; ) {
    await wait(run, (next + 1) * 1000, 'reset');
    waited += next + 1;
    let outcome = await send(run, { request }, 'quota');
    if (waited > shortSeconds || !isServed(outcome)) return;
    while (isServed(outcome) && accepted <= acceptedMax) {
      accepted += 1;
      outcome = await send(run, { request }, 'quota');
    }
    const following = outcome.status === 429 ? secondsToWait(outcome) : null;
    next = following !== null && waited + following <= shortSeconds ? following : null;
  }
};
