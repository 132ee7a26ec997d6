import { isFromGateway, mediaType } from '../judge/sight.js';
import { lastStages, stages } from '../plan/plan.js';
import { probeOf } from '../probes/all-probes.js';
import { entry } from '../probes/entries.js';
import { probe } from '../probes/probe.js';
import { randomProbes } from '../probes/random-probes.js';
import { type Asking, ask, askOn, askStage, hasRoomFor } from './asking.js';
import { calendarOf } from './knowledge.js';
import { checkQuota, checkReset } from './quota-check.js';
import { type Ending, type Fresh, isRefused, type Outcome } from './session.js';

const advice: Readonly<Record<number, string>> = {
  401: 'The key was refused (401): it is missing, revoked or not known to this service',
  404: 'The organization was not found (404): it does not exist, is not enrolled, or the key has no access to it; or the base address is wrong',
};

const unreached: ReadonlySet<string> = new Set(['unreachable', 'tls']);

const silence = ({ problem, detail }: Outcome & { readonly kind: 'broken' }): Ending => ({
  why: 'smoke',
  detail: `The service was not reached (${problem}: ${detail})`,
});

const isOfGateway = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'answer' && isFromGateway(outcome.answer);

const contentTypeOf = ({ headers }: Fresh): string =>
  headers.get('content-type') ?? 'no Content-Type';

/** An answer that no implementation of this API gives: neither JSON nor a failure of the server. */
const isForeign = (answer: Fresh): boolean =>
  answer.document === undefined &&
  !contentTypeOf(answer).startsWith(mediaType) &&
  (answer.status < 500 || answer.status === 501);

/** Why it is no use to go on after the answer to the first question, or `null`. */
const hopelessness = (first: Outcome | null, answer: Fresh): string | null => {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    return `The first request was answered ${status}, a redirect to ${headers.get('location') ?? 'nowhere'}: none is followed, give the address that answers as --base-url`;
  }
  if (status === 200 && answer.document === undefined) {
    return `This is not the API: POST was answered 200 with ${contentTypeOf(answer)} that is no JSON, or JSON nested too deep; is the base address right?`;
  }
  if (first?.kind === 'answer' && isForeign(first.answer) && isForeign(answer)) {
    return `This is not the API: POST was answered ${status} with ${contentTypeOf(answer)}; is the base address right?`;
  }
  return advice[status] ?? null;
};

/** The first request shows the time, and whether a service is there; it gives what came of it. */
const askFirst = async (asking: Asking): Promise<Outcome | null> => {
  const { configuration, knowledge, session } = asking;
  const { clock, listener, sink } = session.ports;
  // The month is needed to make requests at all; the first answer's Date corrects it.
  knowledge.calendar = calendarOf(configuration, clock.now(), undefined);
  const me = probeOf('AU12');
  const outcome = me === undefined ? null : await ask(asking, me);
  const date = outcome?.kind === 'answer' ? outcome.answer.headers.get('date') : undefined;
  knowledge.calendar = calendarOf(configuration, clock.now(), date);
  sink(knowledge.calendar);
  const skew = knowledge.calendar.skewSeconds ?? 0;
  if (Math.abs(skew) > 60) listener({ type: 'note', message: `the clocks differ by ${skew} s` });
  return outcome;
};

const familyProbe = probe({
  id: 'MF',
  endpoint: 'metrics',
  kind: 'open',
  says: 'whether there is content safety',
  always: true,
  draft: () => ({ body: { metrics: [entry('scannedItemCount')] } }),
});

const isServed = async (asking: Asking, id: string): Promise<boolean> => {
  const one = probeOf(id);
  const outcome = one === undefined ? null : await ask(asking, one);
  return outcome?.kind === 'answer' && [200, 202].includes(outcome.answer.status);
};

/** Requests of metrics that show the type of the organization: MV1, the small question, and MV1 again. */
export const requestsForType = 3;

/**
 * MV1; a team refuses content safety, and MV1 with it: one small question distinguishes the two. A refused
 * MV1 alone says nothing, so it is not sent where the allowance has no room for the rest.
 */
const askMain = async (asking: Asking): Promise<Outcome | null> => {
  const { knowledge } = asking;
  const main = probeOf('MV1');
  if (main === undefined) return null;
  const isOpen = asking.session.ending === null && knowledge.family === null;
  if (isOpen && !hasRoomFor(asking, main, requestsForType)) return null;
  const outcome = await ask(asking, main);
  // Facts say what type the organization has; what is answered does not change that.
  if (asking.isTypeKnown || outcome === null || isRefused(outcome)) return outcome;
  const status = outcome.kind === 'answer' ? outcome.answer.status : 0;
  // A service that fails says nothing of the type.
  if (status !== 400 && !(status === 500 && knowledge.family === null)) {
    knowledge.family ??= 'school';
    return outcome;
  }
  const safety = await ask(asking, familyProbe);
  if (safety === null || isRefused(safety)) return outcome;
  if (safety.kind !== 'answer' || safety.answer.status !== 400) {
    knowledge.family ??= 'school';
    return outcome;
  }
  knowledge.family = 'team';
  return ask(asking, main);
};

/** Why the rest would be no use, by the first two answers; `null` to go on. */
const preflight = async (asking: Asking): Promise<Ending | null> => {
  const first = await askFirst(asking);
  // A slow or broken /me says nothing of analytics; that nothing is there says all.
  if (first?.kind === 'broken' && unreached.has(first.problem)) return silence(first);
  const outcome = await askMain(asking);
  if (outcome?.kind === 'broken') return silence(outcome);
  if (outcome?.kind !== 'answer') return null;
  const { answer } = outcome;
  if (isOfGateway(first) && isOfGateway(outcome)) {
    const detail = `A gateway answered ${answer.status} again and again, the service itself never`;
    return { why: 'smoke', detail };
  }
  const detail = hopelessness(first, answer);
  // Where the roster is served, the organization is known, and the 404 is the endpoint's own.
  if (detail === null || (answer.status === 404 && (await isServed(asking, 'RV1')))) return null;
  return { why: 'smoke', detail };
};

const conductQuota = async (asking: Asking): Promise<void> => {
  if (!asking.configuration.quotaCheck) return;
  await checkQuota('metrics', asking);
  await checkQuota('roster', asking);
};

/** Random questions in turn to both endpoints, each for half of the time. */
const conductRandom = async (asking: Asking): Promise<void> => {
  const { configuration, session, selection } = asking;
  const { clock } = session.ports;
  const halfMs = (configuration.exhaustiveSeconds * 1000) / 2;
  if (halfMs === 0) return;
  for (const one of randomProbes.filter(({ id }) => selection === null || selection.has(id))) {
    const until = clock.now() + halfMs;
    await askOn(asking, one, () => clock.now() < until);
  }
};

/** Requests that another hour could settle, by what kept them from it. */
export interface Unsettled {
  readonly quota: number;
  readonly pending: number;
}

const areLeft = (count: number): string =>
  count === 1 ? '1 request is left' : `${count} requests are left`;

/** How a run ends that came to the end of its plan. */
const endingOf = ({ quota, pending }: Unsettled, asking: Asking): Ending => {
  const isUsedUp = quota > 0 || (pending > 0 && asking.lacksAllowance);
  if (isUsedUp) {
    const ofThem = pending === 0 ? '' : `, ${pending} of them for figures that were still pending`;
    const detail = `The allowance is used up: ${areLeft(quota + pending)} for the next hour${ofThem}`;
    return { why: 'quota', detail };
  }
  if (pending === 0) return { why: 'complete', detail: '' };
  const { maxWaitSeconds } = asking.configuration;
  const detail = `Figures were still pending when the run stopped waiting for them (--max-wait ${maxWaitSeconds}): ${areLeft(pending)}`;
  return { why: 'pending', detail };
};

/** What a run does by its own history. */
export interface Looking {
  /** The requests that another hour could settle. */
  readonly leftForLater: () => Unsettled;
  /** What the last 429 asked to wait, in seconds. */
  readonly lastRetryAfter: () => number | null;
  /** Looks for the smallest requests that fail. */
  readonly cutDownFailures: () => Promise<void>;
  /** Called when the first requests were answered as the API answers: from here on, the run goes on. */
  readonly reached: () => void;
}

/** Sends what the plan has, stage by stage, until the end or until it is no use to go on. */
export const conduct = async (
  asking: Asking,
  { leftForLater, lastRetryAfter, cutDownFailures, reached }: Looking,
): Promise<Ending> => {
  const { configuration, session } = asking;
  const hopeless = await preflight(asking);
  if (hopeless !== null) return hopeless;
  reached();
  for (const stage of stages) await askStage(asking, stage);
  await conductRandom(asking);
  await cutDownFailures();
  await conductQuota(asking);
  for (const stage of lastStages) await askStage(asking, stage);
  const seconds = lastRetryAfter();
  if (configuration.quotaCheck && configuration.waitReset && seconds !== null) {
    await checkReset(asking, seconds);
  }
  return session.ending ?? endingOf(leftForLater(), asking);
};
