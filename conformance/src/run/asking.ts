import type { RunConfiguration } from '../model/configuration.js';
import type { PlannedRequest, Purpose } from '../model/request.js';
import { complete } from '../probes/all-probes.js';
import type { Draft, Probe } from '../probes/probe.js';
import { contextOf, type Knowledge, learnRoster } from './knowledge.js';
import type { Fresh, Outcome, Session } from './session.js';

/** What facts say that the answer to a request must hold; nothing without facts. */
export type Foresight = (
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

const walked = /^(RV2|RW\d+)$/;
const defaultWaitMs = 2000;
/** A figure that is not there after so many repeats will not be there in this run. */
const pollsMax = 20;

/** Seconds or a date, whichever a service sends; what it sends is judged elsewhere. */
const waitMsOf = (answer: Fresh, now: number, polls: number): number => {
  const value = answer.headers.get('retry-after')?.trim() ?? '';
  // Who says "at once" again and again is not believed for ever.
  const least = polls > 1 ? defaultWaitMs : 0;
  if (/^\d+$/.test(value)) return Math.max(Number(value) * 1000, least);
  const date = Date.parse(value);
  return Number.isNaN(date) ? defaultWaitMs * (polls + 1) : Math.max(date - now, least);
};

/** Sends probes of a run and repeats those that are pending. */
export const openAsking = (
  configuration: RunConfiguration,
  session: Session,
  knowledge: Knowledge,
  foresight: Foresight,
  /** Probes that an earlier part of this run settled. */
  done: ReadonlySet<string>,
  /** Probes that this run is to send. */
  selected: (probe: string) => boolean,
) => {
  const asked = new Set<string>();
  const waiting: Waiting[] = [];
  let patienceMs = configuration.maxWaitSeconds * 1000;

  const settle = (one: Waiting, outcome: Outcome): void => {
    if (outcome.kind !== 'answer') return;
    const { answer } = outcome;
    // Only analytics are computed; a 202 of anything else is an answer like any other.
    if (answer.status === 202 && one.request.endpoint !== 'other' && one.polls < pollsMax) {
      const dueAt = session.now() + waitMsOf(answer, session.now(), one.polls);
      waiting.push({ ...one, dueAt, polls: one.polls + 1 });
    }
    if (walked.test(one.probe.id)) learnRoster(knowledge, answer);
  };

  const reasonToLeaveOut = (
    probe: Probe,
  ): readonly ['needsConfig' | 'monthChange' | 'notSelected', string] | null => {
    if (!selected(probe.id) && probe.id !== 'MF')
      return ['notSelected', 'other rules were selected'];
    const missing = [probe.target, ...probe.needs].find(
      (name) => configuration.targets[name] === undefined,
    );
    if (missing !== undefined) return ['needsConfig', `no ${missing} is configured`];
    const { calendar } = knowledge;
    const turnOfYear = /-(01|12)$/.test(calendar?.month ?? '');
    const isUncertain = probe.boundary === 'month' || (probe.boundary === 'year' && turnOfYear);
    return calendar?.nearMonthChange === true && isUncertain
      ? ['monthChange', 'the month changes about now']
      : null;
  };

  /** Sends one probe unless it is done or cannot be sent; tells what came of it. */
  const ask = async (probe: Probe, purpose: Purpose = 'submit'): Promise<Outcome | null> => {
    if (done.has(probe.id)) return null;
    asked.add(probe.id);
    const left = reasonToLeaveOut(probe);
    if (left !== null) {
      session.leaveOut(probe.id, ...left);
      return null;
    }
    const context = contextOf(configuration, knowledge);
    const draft = probe.draft(context);
    if (draft === null) {
      const isRecord = probe.kind === 'record';
      session.leaveOut(
        probe.id,
        isRecord ? 'needsConfig' : 'prerequisite',
        isRecord ? 'no board is configured' : 'there is nothing to ask',
      );
      return null;
    }
    const request = complete(probe, draft, context);
    const month = knowledge.calendar?.month ?? '';
    const knows = { ...draft.knows, ...foresight(request, draft, month) };
    const outcome = await session.send(request, purpose, knows);
    if (outcome.kind === 'unsent') session.leaveOut(probe.id, 'budget', outcome.why);
    settle({ probe, request, knows, dueAt: 0, polls: 0 }, outcome);
    return outcome;
  };

  /** Repeats what is pending, each when it is due, until nothing is or patience and budget end. */
  const poll = async (reserve: number): Promise<void> => {
    for (;;) {
      waiting.sort((a, b) => a.dueAt - b.dueAt);
      const [next] = waiting;
      if (next === undefined) return;
      const waitMs = Math.max(0, next.dueAt - session.now());
      const left = configuration.budget[next.request.endpoint] - session.spent(next.request);
      if (waitMs > patienceMs || left <= reserve) {
        waiting.length = 0;
        return;
      }
      patienceMs -= waitMs;
      await session.wait(waitMs, 'retryAfter');
      waiting.shift();
      settle(next, await session.send(next.request, 'poll', next.knows));
    }
  };

  /** Says of a probe that was never asked why it was not. */
  const leaveOut = (probe: Probe, stoppedBy: string): void => {
    const [why, detail] = reasonToLeaveOut(probe) ?? (['stopped', stoppedBy] as const);
    session.leaveOut(probe.id, why, detail);
  };

  return { ask, poll, leaveOut, isAsked: (id: string) => asked.has(id) };
};

/** What `openAsking` gives. */
export type Asking = ReturnType<typeof openAsking>;
