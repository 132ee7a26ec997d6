import { spendsMain } from '../judge/allowance.js';
import { ask, isOfOneMonth, isReached, type Watched } from './ask.js';
import { askAgain } from './recheck.js';
import type { WatchState } from './state.js';
import { type Change, decideByRound, suspected } from './suspects.js';

/** What an hour brought. */
export interface Hour {
  readonly state: WatchState;
  readonly changes: readonly Change[];
  /** Requests of the hour that spent an allowance. */
  readonly asked: Readonly<Record<'metrics' | 'roster', number>>;
  /** Requests of the round that later hours send. */
  readonly left: number;
  /** Why the service could not be asked; `null` when it could. */
  readonly cause: string | null;
}

/** The state when its round is over: suspects are decided by the next one. */
const withNewRound = (state: WatchState): WatchState => ({
  ...state,
  round: [],
  dismissed: {},
  suspects: state.suspects.map((one) => ({ ...one, seq: 0 })),
});

/** Continues the round with what is left of the hour's share. */
const continueRound = async (watched: Watched, before: WatchState) => {
  const answered = await ask(watched, { only: watched.run.only ?? [], resume: before.round });
  const { report, records } = answered;
  const sent = records.slice(before.round.length);
  const seen = { ...before, askedAt: report.endedAt, isReached: isReached(report) };
  const cause = seen.isReached ? null : report.endedBecause || report.ended;
  if (!isOfOneMonth(records)) {
    return { state: withNewRound(seen), changes: [], records: sent, cause };
  }
  if (cause !== null) {
    // What was answered before nothing was stays part of the round.
    const round = report.ended === 'smoke' ? before.round : records;
    return { state: { ...seen, round }, changes: [], records: sent, cause };
  }
  const { state: decided, changes } = decideByRound(seen, answered);
  const suspects = [...decided.suspects, ...suspected(decided, answered)];
  const state = { ...decided, suspects, round: records };
  const isOver = report.ended === 'complete';
  return {
    state: isOver ? withNewRound({ ...state, rounds: state.rounds + 1 }) : state,
    changes,
    records: sent,
    cause,
  };
};

/** Spends what an hour allows: first on what seems to have changed, then on the round. */
export const watchHour = async (watched: Watched, state: WatchState): Promise<Hour> => {
  const again = await askAgain(watched, state);
  const round = await continueRound(watched, again.state);
  const organizations = { main: watched.run.targets.main.org };
  const asked = (endpoint: 'metrics' | 'roster'): number =>
    [...again.records, ...round.records].filter(
      (record) =>
        record.type === 'sent' && spendsMain({ run: { organizations } }, endpoint, record.request),
    ).length;
  return {
    state: round.state,
    changes: [...again.changes, ...round.changes],
    asked: { metrics: asked('metrics'), roster: asked('roster') },
    left: round.records.filter(
      (record) => record.type === 'leftOut' && ['budget', 'pending'].includes(record.why),
    ).length,
    cause: round.cause,
  };
};
