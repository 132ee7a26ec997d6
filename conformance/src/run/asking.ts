import { retryAfterOf } from '../judge/evidence.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { History } from '../model/history.js';
import type { PlannedRequest } from '../model/request.js';
import {
  type LeftOut,
  nothingToAsk,
  reasonToLeaveOut,
  type Situation,
  type Stage,
  type Turn,
  variantsOf,
} from '../plan/plan.js';
import type { Probe } from '../probes/probe.js';
import {
  contextOf,
  type Knowledge,
  learnBoards,
  learnRoster,
  notKnownYet,
  rotationsOf,
  typeUnknown,
} from './knowledge.js';
import {
  type Fresh,
  isExhausted,
  isRefused,
  type Outcome,
  type Session,
  send,
  spentBy,
  wait,
} from './session.js';

/** Records that a probe was not sent, and why. */
const leaveOut = (
  { ports }: Session,
  probe: string,
  [why, detail]: LeftOut,
  rotation?: number,
): void =>
  ports.sink({
    type: 'leftOut',
    at: new Date(ports.clock.now()).toISOString(),
    ...{ probe, why, detail },
    ...(rotation !== undefined && { rotation }),
  });

/** A request that was answered 202 and has to be repeated. */
interface Waiting {
  readonly probe: Probe;
  readonly turn: Turn;
  readonly dueAt: number;
  readonly polls: number;
}

/** The name of a variant of a probe among those that are settled. */
export const placeOf = (probe: string, rotation: number | undefined): string =>
  rotation === undefined ? probe : `${probe} ${rotation}`;

/** Sends the probes of a run and repeats those that are pending. */
export interface Asking {
  readonly configuration: RunConfiguration;
  readonly session: Session;
  readonly knowledge: Knowledge;
  /** What was sent and came back so far. */
  readonly history: () => History;
  /** Called when the first requests were answered as the API answers: from here on, the run goes on. */
  readonly reached: () => void;
  /** The type of the organization comes from facts. */
  readonly isTypeKnown: boolean;
  /** The probes that `--only` chose; `null` without it. */
  readonly selection: ReadonlySet<string> | null;
  /** Variants of probes that an earlier part of this run settled, by `placeOf`. */
  readonly done: ReadonlySet<string>;
  readonly asked: Set<string>;
  readonly waiting: Waiting[];
  /** What is left of the time for figures to be computed, in ms. */
  patienceMs: number;
  /** The allowance had no room to repeat a pending request. */
  lacksAllowance: boolean;
}

/** A figure that is not there after so many repeats will not be there in this run. */
const pollsMax = 20;
/** A request beside the plan is repeated less: each repetition is one of the few that are left. */
const pollsBeside = 2;

const defaultWaitMs = 2000;

/** Seconds or a date, whichever a service sends; what it sends is judged elsewhere. */
const waitMsOf = (answer: Fresh, now: number, polls: number): number => {
  const seconds = retryAfterOf(answer);
  // A service that says "at once" again and again is believed only so often.
  const least = polls > 1 ? defaultWaitMs : 0;
  if (seconds !== null) return Math.max(seconds * 1000, least);
  const date = Date.parse(answer.headers.get('retry-after') ?? '');
  return Number.isNaN(date) ? defaultWaitMs * (polls + 1) : Math.max(date - now, least);
};

const settle = (asking: Asking, one: Waiting, outcome: Outcome): void => {
  const { knowledge } = asking;
  if (one.probe.learnsRoster) knowledge.rosterDue = isRefused(outcome) ? 'budget' : null;
  if (outcome.kind !== 'answer') return;
  const { answer } = outcome;
  if (one.probe.learnsRoster && answer.status === 202) knowledge.rosterDue = 'pending';
  // Only analytics are computed; a 202 of anything else is an answer like any other.
  if (answer.status === 202 && one.turn.request.endpoint !== 'other' && one.polls < pollsMax) {
    const now = asking.session.ports.clock.now();
    const dueAt = now + waitMsOf(answer, now, one.polls);
    asking.waiting.push({ ...one, dueAt, polls: one.polls + 1 });
  }
  if (one.probe.learnsRoster) learnRoster(knowledge, answer);
  if (one.probe.learnsBoards) learnBoards(knowledge, answer);
};

const situationOf = ({ configuration, knowledge, selection }: Asking): Situation => ({
  context: contextOf(configuration, knowledge),
  selection,
  nearMonthChange: knowledge.calendar?.nearMonthChange === true,
});

const turnsOf = ({ configuration, knowledge }: Asking, probe: Probe): readonly Turn[] =>
  variantsOf(probe, contextOf(configuration, knowledge), rotationsOf(configuration));

/** Why a probe is left out of this hour, or `null` when it is sent. */
const reasonNow = (asking: Asking, probe: Probe): LeftOut | null => {
  const reason = reasonToLeaveOut(probe, situationOf(asking));
  if (reason !== null || probe.always) return reason;
  return notKnownYet(asking.configuration, asking.knowledge, probe);
};

const askTurn = async (asking: Asking, probe: Probe, turn: Turn): Promise<Outcome> => {
  const { session } = asking;
  const outcome = await send(session, turn, 'submit');
  if (outcome.kind === 'unsent')
    leaveOut(session, probe.id, ['budget', outcome.why], turn.rotation);
  settle(asking, { probe, turn, dueAt: 0, polls: 0 }, outcome);
  return outcome;
};

/** Sends the variants of a probe that are neither done nor left out; gives what came of the first. */
export const ask = async (asking: Asking, probe: Probe): Promise<Outcome | null> => {
  const { done, session } = asking;
  if (session.ending !== null) return null;
  asking.asked.add(probe.id);
  const left = reasonNow(asking, probe);
  const turns = left === null ? turnsOf(asking, probe) : [];
  if (turns.length === 0) {
    if (!done.has(probe.id)) leaveOut(session, probe.id, left ?? nothingToAsk(probe));
    return null;
  }
  let first: Outcome | null = null;
  for (const turn of turns) {
    if (done.has(placeOf(probe.id, turn.rotation))) continue;
    const outcome = await askTurn(asking, probe, turn);
    first ??= outcome;
  }
  return first;
};

/** Repeats what is pending, each when it is due, until nothing is or patience and budget end. */
const poll = async (asking: Asking, reserve: number): Promise<void> => {
  const { configuration, session, waiting } = asking;
  for (;;) {
    waiting.sort((a, b) => a.dueAt - b.dueAt);
    const [next] = waiting;
    if (next === undefined) return;
    const waitMs = Math.max(0, next.dueAt - session.ports.clock.now());
    const left =
      configuration.budget[next.turn.request.endpoint] - spentBy(session, next.turn.request);
    if (waitMs > asking.patienceMs) {
      waiting.length = 0;
      return;
    }
    // Later stages are made of the roster: nothing is kept back for them at its cost.
    if (left <= (next.probe.learnsRoster ? 0 : reserve)) {
      asking.lacksAllowance = true;
      waiting.shift();
      continue;
    }
    asking.patienceMs -= waitMs;
    await wait(session, waitMs, 'retryAfter');
    waiting.shift();
    const outcome = await send(session, next.turn, 'poll');
    asking.lacksAllowance ||= isRefused(outcome);
    settle(asking, next, outcome);
  }
};

/** What is left of an allowance does no more than repeat what is pending. */
const isScarce = ({ configuration, session, waiting }: Asking, { endpoint }: Probe): boolean => {
  const own = waiting.filter(({ turn }) => turn.request.endpoint === endpoint);
  const [first] = own;
  if (first === undefined) return false;
  return configuration.budget[endpoint] - spentBy(session, first.turn.request) <= own.length;
};

/** Sends the probes of a stage that were not sent yet, then repeats what is pending. */
export const askStage = async (asking: Asking, { probes, reserve }: Stage): Promise<void> => {
  for (const one of probes) {
    if (asking.asked.has(one.id)) continue;
    if (reserve !== null && isScarce(asking, one)) await poll(asking, reserve);
    await ask(asking, one);
  }
  if (reserve !== null) await poll(asking, reserve);
};

/** Requests that the allowance of a request has left in this run. */
export const leftFor = ({ configuration, session }: Asking, request: PlannedRequest): number =>
  session.ending === null && !isExhausted(session, request)
    ? configuration.budget[request.endpoint] - spentBy(session, request)
    : 0;

/** Leaves a probe to the next hour unless the allowance has room for so many requests like it now. */
export const hasRoomFor = (asking: Asking, probe: Probe, requests: number): boolean => {
  const [turn] = turnsOf(asking, probe);
  const hasRoom = turn !== undefined && leftFor(asking, turn.request) >= requests;
  if (!hasRoom) {
    asking.asked.add(probe.id);
    leaveOut(asking.session, probe.id, ['budget', typeUnknown]);
  }
  return hasRoom;
};

/** Sends a request beside the plan until it is settled; gives the last number. */
export const askBeside = async (asking: Asking, turn: Turn): Promise<number | null> => {
  const { session } = asking;
  for (let polls = 0; ; polls += 1) {
    const outcome = await send(session, turn, 'confirm');
    if (outcome.kind === 'unsent') return null;
    if (outcome.kind === 'broken' || outcome.answer.status !== 202) return session.seq - 1;
    const waitMs = waitMsOf(outcome.answer, session.ports.clock.now(), polls);
    if (waitMs > asking.patienceMs || polls === pollsBeside || leftFor(asking, turn.request) < 2) {
      return session.seq - 1;
    }
    asking.patienceMs -= waitMs;
    await wait(session, waitMs, 'retryAfter');
  }
};

/** Records of a probe that was never asked why it was not. */
export const leaveUnasked = (asking: Asking, probe: Probe, stoppedBy: string): void => {
  const isNothing = probe.after.length === 0 && turnsOf(asking, probe).length === 0;
  const otherwise: LeftOut = isNothing ? nothingToAsk(probe) : ['stopped', stoppedBy];
  leaveOut(asking.session, probe.id, reasonToLeaveOut(probe, situationOf(asking)) ?? otherwise);
};
