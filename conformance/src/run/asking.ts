import type { RunConfiguration } from '../model/configuration.js';
import type { PlannedRequest, Purpose } from '../model/request.js';
import { nothingToAsk, reasonToLeaveOut, type Situation, type Stage } from '../plan/plan.js';
import { complete } from '../probes/all-probes.js';
import type { Draft, Probe } from '../probes/probe.js';
import { contextOf, type Knowledge, learnRoster } from './knowledge.js';
import {
  type Fresh,
  leaveOut,
  type Outcome,
  type Session,
  send,
  spentBy,
  wait,
} from './session.js';

/** What facts say that the answer to a request must hold; nothing without facts. */
export type ExpectedValues = (
  request: PlannedRequest,
  draft: Draft,
  month: string,
) => Readonly<Record<string, unknown>>;

/** A request that was answered 202 and has to be repeated. */
interface Waiting {
  readonly probe: Probe;
  readonly request: PlannedRequest;
  readonly knows: Readonly<Record<string, unknown>>;
  readonly dueAt: number;
  readonly polls: number;
}

/** Sends the probes of a run and repeats those that are pending. */
export interface Asking {
  readonly configuration: RunConfiguration;
  readonly session: Session;
  readonly knowledge: Knowledge;
  readonly expected: ExpectedValues;
  /** The probes that `--only` chose; `null` without it. */
  readonly selection: ReadonlySet<string> | null;
  /** Probes that an earlier part of this run settled. */
  readonly done: ReadonlySet<string>;
  readonly asked: Set<string>;
  readonly waiting: Waiting[];
  /** What is left of the time for figures to be computed, in ms. */
  patienceMs: number;
}

const defaultWaitMs = 2000;
/** A figure that is not there after so many repeats will not be there in this run. */
const pollsMax = 20;

/** Seconds or a date, whichever a service sends; what it sends is judged elsewhere. */
const waitMsOf = (answer: Fresh, now: number, polls: number): number => {
  const value = answer.headers.get('retry-after')?.trim() ?? '';
  // "At once", said again and again, is not believed for ever.
  const least = polls > 1 ? defaultWaitMs : 0;
  if (/^\d+$/.test(value)) return Math.max(Number(value) * 1000, least);
  const date = Date.parse(value);
  return Number.isNaN(date) ? defaultWaitMs * (polls + 1) : Math.max(date - now, least);
};

const settle = (asking: Asking, one: Waiting, outcome: Outcome): void => {
  if (outcome.kind !== 'answer') return;
  const { answer } = outcome;
  // Only analytics are computed; a 202 of anything else is an answer like any other.
  if (answer.status === 202 && one.request.endpoint !== 'other' && one.polls < pollsMax) {
    const now = asking.session.ports.clock.now();
    const dueAt = now + waitMsOf(answer, now, one.polls);
    asking.waiting.push({ ...one, dueAt, polls: one.polls + 1 });
  }
  if (one.probe.learnsRoster) learnRoster(asking.knowledge, answer);
};

const situationOf = ({ configuration, knowledge, selection }: Asking): Situation => ({
  context: contextOf(configuration, knowledge),
  selection,
  nearMonthChange: knowledge.calendar?.nearMonthChange === true,
});

/** Sends one probe unless it is done or cannot be sent; gives what came of it. */
export const ask = async (
  asking: Asking,
  probe: Probe,
  purpose: Purpose = 'submit',
): Promise<Outcome | null> => {
  const { done, knowledge, session } = asking;
  if (done.has(probe.id) || session.ending !== null) return null;
  asking.asked.add(probe.id);
  const situation = situationOf(asking);
  const { context } = situation;
  const left = reasonToLeaveOut(probe, situation);
  const draft = left === null ? probe.draft(context) : null;
  if (draft === null) {
    leaveOut(session, probe.id, ...(left ?? nothingToAsk(probe)));
    return null;
  }
  const request = complete(probe, draft, context);
  const knows = {
    ...draft.knows,
    ...asking.expected(request, draft, knowledge.calendar?.month ?? ''),
  };
  const outcome = await send(session, request, purpose, knows);
  if (outcome.kind === 'unsent') leaveOut(session, probe.id, 'budget', outcome.why);
  settle(asking, { probe, request, knows, dueAt: 0, polls: 0 }, outcome);
  return outcome;
};

/** Repeats what is pending, each when it is due, until nothing is or patience and budget end. */
const poll = async (asking: Asking, reserve: number): Promise<void> => {
  const { configuration, session, waiting } = asking;
  for (;;) {
    waiting.sort((a, b) => a.dueAt - b.dueAt);
    const [next] = waiting;
    if (next === undefined) return;
    const waitMs = Math.max(0, next.dueAt - session.ports.clock.now());
    const left = configuration.budget[next.request.endpoint] - spentBy(session, next.request);
    if (waitMs > asking.patienceMs || left <= reserve) {
      waiting.length = 0;
      return;
    }
    asking.patienceMs -= waitMs;
    await wait(session, waitMs, 'retryAfter');
    waiting.shift();
    settle(asking, next, await send(session, next.request, 'poll', next.knows));
  }
};

/** Sends the probes of a stage that were not sent yet, then repeats what is pending. */
export const askStage = async (asking: Asking, { probes, reserve }: Stage): Promise<void> => {
  for (const one of probes) if (!asking.asked.has(one.id)) await ask(asking, one);
  if (reserve !== null) await poll(asking, reserve);
};

/** Records of a probe that was never asked why it was not. */
export const leaveUnasked = (asking: Asking, probe: Probe, stoppedBy: string): void => {
  const left = reasonToLeaveOut(probe, situationOf(asking)) ?? (['stopped', stoppedBy] as const);
  leaveOut(asking.session, probe.id, ...left);
};
