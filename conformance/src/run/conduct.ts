import { spending, unsentProblems } from '../judge/allowance.js';
import { isFromGateway, observationsOf } from '../judge/evidence.js';
import { mediaType } from '../model/request.js';
import { lastStages, openStages, stages } from '../plan/plan.js';
import { probes } from '../probes/all-probes.js';
import { entry } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import { probe } from '../probes/probe.js';
import { me } from '../probes/records.js';
import { roster } from '../probes/roster-probes.js';
import { type Asking, ask, askStage, hasRoomFor } from './asking.js';
import { confirmContradictions } from './confirm.js';
import { calendarOf } from './knowledge.js';
import { checkQuota, checkReset, secondsToWait } from './quota-check.js';
import { type Ending, type Fresh, isRefused, type Outcome } from './session.js';

const advice: Readonly<Record<number, string>> = {
  401: 'The key was refused (401): it is missing, revoked or not known to this service',
  404: 'The organization was not found (404): it does not exist, is not enrolled, or the key has no access to it; or the base address is wrong',
};

type Broken = Outcome & { readonly kind: 'broken' };

const silence = ({ problem, detail }: Broken): Ending => ({
  why: 'smoke',
  detail: unsentProblems.has(problem)
    ? `The service was not reached (${problem}: ${detail})`
    : `The first requests got no answer (${problem}: ${detail})${problem === 'timeout' ? '; --timeout gives them longer' : ''}`,
});

const isOfGateway = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'answer' && isFromGateway(outcome.answer);

const isServed = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'answer' && [200, 202].includes(outcome.answer.status);

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
    return `This is not the API: POST was answered 200 with ${contentTypeOf(answer)} that is no JSON, or more of it than is read; is the base address right?`;
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
  const outcome = await ask(asking, me.plain);
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

/** Requests of metrics that show the type of the organization: MV1, the small question, and MV1 again. */
export const requestsForType = 3;

/** A refused MV1 alone does not show the type: MV1 is not sent without room for the requests that do. */
const askMain = async (asking: Asking): Promise<Outcome | null> => {
  const isOpen = asking.session.ending === null && asking.knowledge.family === null;
  return isOpen && !hasRoomFor(asking, metrics.everything, requestsForType)
    ? null
    : ask(asking, metrics.everything);
};

/**
 * A team refuses content safety, and MV1 with it: one small question distinguishes the two. An answer that
 * is neither served nor 400 shows no type, which then stays unknown.
 */
const learnFamily = async (asking: Asking, outcome: Outcome): Promise<void> => {
  const { knowledge } = asking;
  // Facts say what type the organization has; what is answered does not change that.
  if (asking.isTypeKnown || isRefused(outcome)) return;
  if (isServed(outcome)) {
    knowledge.family ??= 'school';
    return;
  }
  const isBadRequest = outcome.kind === 'answer' && outcome.answer.status === 400;
  if (knowledge.family !== null && !isBadRequest) return;
  const safety = await ask(asking, familyProbe);
  if (isServed(safety)) knowledge.family ??= 'school';
  if (safety?.kind !== 'answer' || safety.answer.status !== 400) return;
  knowledge.family = 'team';
  await ask(asking, metrics.everything);
};

/** The end of a run whose first answers are no use, or `null`. */
const hopeless = async (
  asking: Asking,
  first: Outcome | null,
  outcome: Outcome & { readonly kind: 'answer' },
): Promise<Ending | null> => {
  const { answer } = outcome;
  if (isOfGateway(first) && isOfGateway(outcome)) {
    const detail = `A gateway answered ${answer.status} again and again, the service itself never`;
    return { why: 'smoke', detail };
  }
  const detail = hopelessness(first, answer);
  // Where the roster is served, the organization is known, and the 404 is the endpoint's own.
  if (detail === null || (answer.status === 404 && isServed(await ask(asking, roster.bare))))
    return null;
  return { why: 'smoke', detail };
};

/** Why the rest would be no use, by the first two answers; `null` to go on. */
const preflight = async (asking: Asking): Promise<Ending | null> => {
  const first = await askFirst(asking);
  // A slow or broken /me says nothing of analytics; that nothing is there says all.
  if (first?.kind === 'broken' && unsentProblems.has(first.problem)) return silence(first);
  const outcome = await askMain(asking);
  if (outcome === null || outcome.kind === 'unsent') return null;
  // One slow request says nothing of a service that answers another.
  const isSilent = first?.kind !== 'answer' || isOfGateway(first);
  if (outcome.kind === 'broken' && (isSilent || unsentProblems.has(outcome.problem))) {
    return silence(outcome);
  }
  const ending = outcome.kind === 'answer' ? await hopeless(asking, first, outcome) : null;
  if (ending === null) await learnFamily(asking, outcome);
  return ending;
};

const conductQuota = async (asking: Asking): Promise<void> => {
  if (!asking.configuration.quotaCheck) return;
  await checkQuota('metrics', asking);
  await checkQuota('roster', asking);
};

/** Requests that another hour could settle: left out for the budget, refused, or still pending. */
const unsettled = ({
  history,
  selection,
}: Asking): Readonly<Record<'quota' | 'pending', number>> => {
  const seen = history();
  const reasons = probes
    .filter((one) => one.kind !== 'open')
    .filter((one) => selection === null || selection.has(one.id))
    .flatMap(({ id }) => observationsOf(seen, id).map(({ why }) => why?.reason));
  const count = (reason: 'quota' | 'pending') => reasons.filter((one) => one === reason).length;
  return { quota: count('quota'), pending: count('pending') };
};

/** What the last 429 of the metrics endpoint asked to wait, in seconds. */
const lastRetryAfter = (asking: Asking): number | null => {
  const refused = spending(asking.history(), 'metrics').findLast(({ status }) => status === 429);
  return refused === undefined ? null : secondsToWait(refused);
};

const areLeft = (count: number): string =>
  count === 1 ? '1 request is left' : `${count} requests are left`;

/** How a run ends that came to the end of its plan. */
const endingOf = (asking: Asking): Ending => {
  const { quota, pending } = unsettled(asking);
  const { asked, configuration, knowledge, lacksAllowance } = asking;
  const isUsedUp = quota > 0 || (pending > 0 && lacksAllowance);
  if (isUsedUp) {
    const ofThem = pending === 0 ? '' : `, ${pending} of them for figures that were still pending`;
    const cause =
      knowledge.family === null && asked.has(familyProbe.id)
        ? 'No answer showed whether the organization is a team'
        : 'The allowance is used up';
    const detail = `${cause}: ${areLeft(quota + pending)} for the next hour${ofThem}`;
    return { why: 'quota', detail };
  }
  if (pending === 0) return { why: 'complete', detail: '' };
  const { maxWaitSeconds } = configuration;
  const detail = `Figures were still pending when the run stopped waiting for them (--max-wait ${maxWaitSeconds}): ${areLeft(pending)}`;
  return { why: 'pending', detail };
};

const minuteSeconds = 60;

/** Sends what the plan has, stage by stage, until the end or until it is no use to go on. */
export const conduct = async (asking: Asking): Promise<Ending> => {
  const { configuration, session } = asking;
  const early = await preflight(asking);
  if (early !== null) return early;
  asking.reached();
  for (const stage of stages) await askStage(asking, stage);
  await confirmContradictions(asking);
  for (const stage of openStages) await askStage(asking, stage);
  await conductQuota(asking);
  for (const stage of lastStages) await askStage(asking, stage);
  const seconds = lastRetryAfter(asking);
  // A wait of a minute at most shows windows of a minute; longer ones are waited for when asked to.
  const isShort = seconds !== null && seconds <= minuteSeconds;
  if (configuration.quotaCheck && seconds !== null && (configuration.waitReset || isShort)) {
    await checkReset(asking, seconds);
  }
  return session.ending ?? endingOf(asking);
};
