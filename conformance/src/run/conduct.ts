import { spending, unsentProblems } from '../judge/allowance.js';
import { isFromGateway, isServed, observationsOf } from '../judge/evidence.js';
import { mediaType } from '../model/request.js';
import { lastStages, openStages, stages } from '../plan/plan.js';
import { probes } from '../probes/all-probes.js';
import { entry } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import { probesOf } from '../probes/probe.js';
import { me } from '../probes/records.js';
import { roster } from '../probes/roster-probes.js';
import { ask, askStage, hasRoomFor, leaveUnasked } from './ask.js';
import { confirmContradictions } from './confirm.js';
import { calendarOf } from './learn.js';
import { checkQuota, checkReset, secondsToWait } from './quota-check.js';
import type { Ending, Outcome, Run } from './run.js';
import { isRefused } from './send.js';

const advice: Readonly<Record<number, string>> = {
  401: 'The key was refused (401): it is missing, revoked or not known to this service',
  404: 'The organization was not found (404): it does not exist, is not enrolled, or the key has no access to it; or the base address is wrong',
};

const smoke = (detail: string): Ending => ({ why: 'smoke', detail });

const silence = ({ problem, detail }: Outcome): Ending =>
  smoke(
    unsentProblems.has(problem ?? undefined)
      ? `The service was not reached (${problem}: ${detail})`
      : `The first requests got no answer (${problem}: ${detail})${problem === 'timeout' ? '; --timeout gives them longer' : ''}`,
  );

const contentTypeOf = ({ headers }: Outcome): string =>
  headers.get('content-type') ?? 'no Content-Type';

/** An answer that no implementation of this API gives: neither JSON nor a failure of the server. */
const isForeign = (outcome: Outcome): boolean =>
  outcome.status !== null &&
  outcome.document === undefined &&
  !contentTypeOf(outcome).startsWith(mediaType) &&
  (outcome.status < 500 || outcome.status === 501);

/** Why it is no use to go on after the answer to the first question, or `null`. */
const hopelessness = (first: Outcome, outcome: Outcome): string | null => {
  const { status, headers, document } = outcome;
  if (isFromGateway(first) && isFromGateway(outcome)) {
    return `A gateway answered ${status} again and again, the service itself never`;
  }
  if (status !== null && status >= 300 && status < 400) {
    return `The first request was answered ${status}, a redirect to ${headers.get('location') ?? 'nowhere'}: none is followed, give the address that answers as --base-url`;
  }
  if (status === 200 && document === undefined) {
    return `This is not the API: POST was answered 200 with ${contentTypeOf(outcome)} that is no JSON, or more of it than is read; is the base address right?`;
  }
  if (isForeign(first) && isForeign(outcome)) {
    return `This is not the API: POST was answered ${status} with ${contentTypeOf(outcome)}; is the base address right?`;
  }
  return advice[Number(status)] ?? null;
};

/** The first request shows the time, and whether a service is there; it gives what came of it. */
const askFirst = async (run: Run): Promise<Outcome | null> => {
  const { configuration, ports } = run;
  // The month is needed to make requests at all; the first answer's Date corrects it.
  run.calendar = calendarOf(configuration, ports.clock.now(), undefined);
  const outcome = await ask(run, me.plain);
  run.calendar = calendarOf(configuration, ports.clock.now(), outcome?.headers.get('date'));
  ports.sink(run.calendar);
  const skew = run.calendar.skewSeconds ?? 0;
  if (Math.abs(skew) > 60)
    ports.listener({ type: 'note', message: `the clocks differ by ${skew} s` });
  return outcome;
};

const familyProbe = probesOf('metrics', 'open')(
  'MF',
  'whether there is content safety',
  () => ({ body: { metrics: [entry('scannedItemCount')] } }),
  { always: true },
);

/** Requests of metrics that show the type of the organization: MV1, the small question, and MV1 again. */
export const requestsForType = 3;

/** A refused MV1 alone does not show the type: MV1 is not sent without room for the requests that do. */
const askMain = async (run: Run): Promise<Outcome | null> => {
  const isOpen = run.ending === null && run.family === null;
  return isOpen && !hasRoomFor(run, metrics.everything, requestsForType)
    ? null
    : ask(run, metrics.everything);
};

/**
 * A team refuses content safety, and MV1 with it: one small question distinguishes the two. An answer that
 * is neither served nor 400 shows no type, which then stays unknown.
 */
const learnFamily = async (run: Run, outcome: Outcome): Promise<void> => {
  // Facts say what type the organization has; what is answered does not change that.
  const isGiven = run.history().run.organizationType !== undefined;
  if (isGiven || isRefused(outcome)) return;
  if (isServed(outcome)) {
    run.family ??= 'school';
    return;
  }
  if (run.family !== null && outcome.status !== 400) return;
  const safety = await ask(run, familyProbe);
  if (safety !== null && isServed(safety)) run.family ??= 'school';
  if (safety?.status !== 400) return;
  run.family = 'team';
  await ask(run, metrics.everything);
};

/** Why the rest would be no use, by the first two answers; `null` to go on. */
const preflight = async (run: Run): Promise<Ending | null> => {
  const first = await askFirst(run);
  // A slow or broken /me says nothing of analytics; that nothing is there says all.
  if (first !== null && unsentProblems.has(first.problem ?? undefined)) return silence(first);
  const outcome = await askMain(run);
  if (first === null || outcome === null || outcome.problem === 'unsent') return null;
  if (outcome.status === null) {
    // One slow request says nothing of a service that answers another.
    const isSilent = first.status === null || isFromGateway(first);
    if (isSilent || unsentProblems.has(outcome.problem ?? undefined)) return silence(outcome);
  } else {
    const why = hopelessness(first, outcome);
    // Where the roster is served, the organization is known, and the 404 is the endpoint's own.
    const bare = why !== null && outcome.status === 404 ? await ask(run, roster.bare) : null;
    if (why !== null && (bare === null || !isServed(bare))) return smoke(why);
  }
  await learnFamily(run, outcome);
  return null;
};

const areOpen = (count: number): string =>
  count === 1 ? '1 request of the plan is open' : `${count} requests of the plan are open`;

/** How a run ends that came to the end of its plan: another hour may settle what lacked allowance or time. */
const endingOf = (run: Run): Ending => {
  const seen = run.history();
  const reasons = probes
    .filter((one) => one.kind !== 'open' && (run.selection?.has(one.id) ?? true))
    .flatMap(({ id }) => observationsOf(seen, id).map(({ why }) => why?.reason));
  const count = (reason: 'quota' | 'pending') => reasons.filter((one) => one === reason).length;
  const [quota, pending] = [count('quota'), count('pending')];
  if (quota > 0 || (pending > 0 && run.lacksAllowance)) {
    const ofThem = pending === 0 ? '' : `, ${pending} of them for figures that were still pending`;
    const cause =
      run.family === null && run.asked.has(familyProbe.id)
        ? 'No answer showed whether the organization is a team'
        : 'The allowance is used up (your own requests with this key count too)';
    const detail = `${cause}: ${areOpen(quota + pending)}${ofThem}`;
    return { why: 'quota', detail };
  }
  if (pending === 0) return { why: 'complete', detail: '' };
  const { maxWaitSeconds } = run.configuration;
  const detail = `Figures were still pending when the run stopped waiting for them (--max-wait ${maxWaitSeconds}): ${areOpen(pending)}`;
  return { why: 'pending', detail };
};

const minuteSeconds = 60;

/** Uses the allowances up, if asked to; a wait of a minute at most shows windows of a minute. */
const conductQuota = async (run: Run): Promise<void> => {
  const { quotaCheck, waitReset } = run.configuration;
  if (quotaCheck) {
    await checkQuota('metrics', run);
    await checkQuota('roster', run);
  }
  for (const stage of lastStages) await askStage(run, stage);
  const refused = spending(run.history(), 'metrics').findLast(({ status }) => status === 429);
  const seconds = refused === undefined ? null : secondsToWait(refused);
  // Longer ones are waited for when asked to.
  if (quotaCheck && seconds !== null && (waitReset || seconds <= minuteSeconds))
    await checkReset(run, seconds);
};

/** Sends what the plan has, stage by stage, until the end or until it is no use to go on. */
const conduct = async (run: Run): Promise<Ending> => {
  const early = await preflight(run);
  if (early !== null) return early;
  run.reached();
  for (const stage of stages) await askStage(run, stage);
  await confirmContradictions(run);
  for (const stage of openStages) await askStage(run, stage);
  await conductQuota(run);
  return run.ending ?? endingOf(run);
};

/** Sends what is still to be sent, and records why the rest was not, and how it ended. */
export const perform = async (run: Run): Promise<Ending> => {
  const ending = await conduct(run);
  const settled = new Set([...run.done].map((name) => name.split(' ')[0]));
  for (const one of probes) {
    if (!run.asked.has(one.id) && !settled.has(one.id)) leaveUnasked(run, one, ending.detail);
  }
  const { clock, sink } = run.ports;
  sink({ type: 'end', at: new Date(clock.now()).toISOString(), ...ending });
  return ending;
};
