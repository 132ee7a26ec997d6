import { retryAfterOf } from '../judge/evidence.js';
import {
  type LeftOut,
  nothingToAsk,
  reasonToLeaveOut,
  rotationsOf,
  type Stage,
  type Turn,
  variantName,
  variantsOf,
} from '../plan/plan.js';
import type { Probe } from '../probes/probe.js';
import { contextOf, learnBoards, learnRoster, notKnownYet, typeUnknown } from './learn.js';
import type { Outcome, Run } from './run.js';
import { budgetLeft, isRefused, leftFor, send, wait } from './send.js';

/** Records that a probe was not sent, and why. */
const leaveOut = ({ ports }: Run, probe: string, [why, detail]: LeftOut, rotation?: number): void =>
  ports.sink({
    type: 'leftOut',
    at: new Date(ports.clock.now()).toISOString(),
    ...{ probe, why, detail },
    ...(rotation !== undefined && { rotation }),
  });

/** A figure that is not there after so many repeats will not be there in this run. */
const pollsMax = 20;
/** A request beside the plan is repeated less: each repetition is one of the few that are left. */
const pollsBeside = 2;

const defaultWaitMs = 2000;

/** Seconds or a date, whichever a service sends; what it sends is judged elsewhere. */
const waitMsOf = ({ headers }: Outcome, now: number, polls: number): number => {
  const seconds = retryAfterOf({ headers });
  // A service that says "at once" again and again is believed only so often.
  const least = polls > 1 ? defaultWaitMs : 0;
  if (seconds !== null) return Math.max(seconds * 1000, least);
  const date = Date.parse(headers.get('retry-after') ?? '');
  return Number.isNaN(date) ? defaultWaitMs * (polls + 1) : Math.max(date - now, least);
};

/** Takes in what came of a request: it may have to be repeated, or show what later ones are made of. */
const settle = (run: Run, one: Run['waiting'][number], outcome: Outcome): void => {
  const { probe, turn, polls } = one;
  const isPending = outcome.status === 202;
  // Only analytics are computed; a 202 of anything else is an answer like any other.
  if (isPending && turn.request.endpoint !== 'other' && polls < pollsMax) {
    const now = run.ports.clock.now();
    run.waiting.push({ ...one, dueAt: now + waitMsOf(outcome, now, polls), polls: polls + 1 });
  }
  if (probe.learnsRoster) {
    run.rosterDue = isRefused(outcome) ? 'budget' : isPending ? 'pending' : null;
    learnRoster(run, outcome);
  }
  if (probe.learnsBoards) learnBoards(run, outcome);
};

const turnsOf = (run: Run, probe: Probe): readonly Turn[] =>
  variantsOf(probe, contextOf(run), rotationsOf(run.configuration));

/** Why a probe is never sent in this run, or `null`. */
const reasonEver = (run: Run, probe: Probe): LeftOut | null =>
  reasonToLeaveOut(probe, contextOf(run), run.selection, run.calendar?.nearMonthChange === true);

/** Sends the variants of a probe that are neither done nor left out; gives what came of the first. */
export const ask = async (run: Run, probe: Probe): Promise<Outcome | null> => {
  if (run.ending !== null) return null;
  run.asked.add(probe.id);
  const left = reasonEver(run, probe) ?? (probe.always ? null : notKnownYet(run, probe));
  const turns = left === null ? turnsOf(run, probe) : [];
  if (turns.length === 0) {
    if (!run.done.has(probe.id)) leaveOut(run, probe.id, left ?? nothingToAsk(probe));
    return null;
  }
  let first: Outcome | null = null;
  for (const turn of turns) {
    if (run.done.has(variantName(probe.id, turn.rotation))) continue;
    const outcome = await send(run, turn, 'submit');
    if (outcome.problem === 'unsent')
      leaveOut(run, probe.id, ['budget', outcome.detail], turn.rotation);
    settle(run, { probe, turn, dueAt: 0, polls: 0 }, outcome);
    first ??= outcome;
  }
  return first;
};

/** Repeats what is pending, each when it is due, until nothing is or patience and budget end. */
const poll = async (run: Run, reserve: number): Promise<void> => {
  const { ports, waiting } = run;
  for (;;) {
    waiting.sort((a, b) => a.dueAt - b.dueAt);
    const [next] = waiting;
    if (next === undefined) return;
    const waitMs = Math.max(0, next.dueAt - ports.clock.now());
    if (waitMs > run.patienceMs) {
      waiting.length = 0;
      return;
    }
    waiting.shift();
    // Later stages are made of the roster: nothing is kept back for them at its cost.
    if (budgetLeft(run, next.turn.request) <= (next.probe.learnsRoster ? 0 : reserve)) {
      run.lacksAllowance = true;
      continue;
    }
    run.patienceMs -= waitMs;
    await wait(run, waitMs, 'retryAfter');
    const outcome = await send(run, next.turn, 'poll');
    run.lacksAllowance ||= isRefused(outcome);
    settle(run, next, outcome);
  }
};

/** What is left of an allowance does no more than repeat what is pending. */
const isScarce = (run: Run, { endpoint }: Probe): boolean => {
  const own = run.waiting.filter(({ turn }) => turn.request.endpoint === endpoint);
  const [first] = own;
  return first !== undefined && budgetLeft(run, first.turn.request) <= own.length;
};

/** Sends the probes of a stage that were not sent yet, then repeats what is pending. */
export const askStage = async (run: Run, { probes, reserve }: Stage): Promise<void> => {
  for (const one of probes) {
    if (run.asked.has(one.id)) continue;
    if (reserve !== null && isScarce(run, one)) await poll(run, reserve);
    await ask(run, one);
  }
  if (reserve !== null) await poll(run, reserve);
};

/** Leaves a probe to the next hour unless the allowance has room for so many requests like it now. */
export const hasRoomFor = (run: Run, probe: Probe, requests: number): boolean => {
  const [turn] = turnsOf(run, probe);
  const hasRoom = turn !== undefined && leftFor(run, turn.request) >= requests;
  if (!hasRoom) {
    run.asked.add(probe.id);
    leaveOut(run, probe.id, ['budget', typeUnknown]);
  }
  return hasRoom;
};

/** Sends a request beside the plan until it is settled; whether it could be sent. */
export const askBeside = async (run: Run, turn: Turn): Promise<boolean> => {
  for (let polls = 0; ; polls += 1) {
    const outcome = await send(run, turn, 'confirm');
    if (outcome.status !== 202) return outcome.problem !== 'unsent';
    const waitMs = waitMsOf(outcome, run.ports.clock.now(), polls);
    if (waitMs > run.patienceMs || polls === pollsBeside || leftFor(run, turn.request) < 2)
      return true;
    run.patienceMs -= waitMs;
    await wait(run, waitMs, 'retryAfter');
  }
};

/** Records of a probe that was never asked why it was not. */
export const leaveUnasked = (run: Run, probe: Probe, stoppedBy: string): void => {
  const isNothing = probe.after.length === 0 && turnsOf(run, probe).length === 0;
  const otherwise: LeftOut = isNothing ? nothingToAsk(probe) : ['stopped', stoppedBy];
  leaveOut(run, probe.id, reasonEver(run, probe) ?? otherwise);
};
