import {
  type Client,
  describeFailure,
  type Failure,
  type FiguresSoFar,
  type MetricsOutcome,
  type PlainEntry,
  type RosterPage,
  type RosterPageRequest,
} from '@tallyboard/client';
import type { FigureData } from '@tallyboard/core/vocabulary';
import { type Call, figureKey } from '../model/calls.js';
import { type Known, known, noFigure } from '../model/known.js';
import type { Dates } from '../model/period.js';
import { type Listener, sendOnce, type Waiting } from './send-once.js';

/** What one metrics request came to. */
export interface Asked {
  readonly figures: readonly (readonly [string, Known<FigureData>])[];
  /** `null` when the answer is not whole yet. */
  readonly dates: Dates | null;
  readonly waiting: Waiting | null;
  readonly failure: Failure | null;
}

type AnyOutcome = MetricsOutcome<readonly PlainEntry[], readonly 'month'[]>;
type AnyFigure = FiguresSoFar<readonly PlainEntry[], readonly 'month'[]>[number];

const knownOf = (figure: AnyFigure | undefined, otherwise: Known<never>): Known<FigureData> => {
  if (figure?.status === 'ready') return known(figure.data as unknown as FigureData);
  return figure?.status === 'failed'
    ? { kind: 'failed', why: figure.detail || figure.code }
    : otherwise;
};

/** Sends one metrics request once. */
export const askMetrics = async (
  client: Client,
  call: Call,
  now: () => number,
  onProgress: Listener,
): Promise<Asked> => {
  const { organization, entries, byMonth, months } = call;
  const request = {
    organization,
    metrics: entries as unknown as readonly PlainEntry[],
    dimensions: byMonth ? ['month'] : ([] as readonly 'month'[]),
    ...months,
  };
  const { outcome, waiting } = await sendOnce(
    (options) => client.metrics(request as never, options) as unknown as Promise<AnyOutcome>,
    now,
    onProgress,
  );
  const failure = outcome.ok || waiting !== null ? null : outcome.failure;
  const there = outcome.ok ? outcome.value.figures : (outcome.soFar?.figures ?? []);
  const why = failure === null ? 'There is no answer.' : describeFailure(failure);
  return {
    figures: entries.map((entry, at) => [
      figureKey(call, entry),
      knownOf(there[at], waiting ?? noFigure(why)),
    ]),
    dates: outcome.ok ? outcome.value.dateRange : null,
    waiting,
    failure,
  };
};

/** Sends one request of the roster once; the page is `null` while it is waited for. */
export const askRoster = async (
  client: Client,
  request: RosterPageRequest,
  now: () => number,
  onProgress: Listener,
): Promise<Pick<Asked, 'waiting' | 'failure'> & { readonly page: Known<RosterPage> | null }> => {
  const { outcome, waiting } = await sendOnce(
    (options) => client.rosterPage(request, options),
    now,
    onProgress,
  );
  if (outcome.ok) return { page: known(outcome.value), waiting, failure: null };
  if (waiting !== null) return { page: null, waiting, failure: null };
  const { failure } = outcome;
  const why = describeFailure(failure);
  // The service failed to compute it: nothing is wrong with the request.
  return failure.kind === 'rosterFailed'
    ? { page: { kind: 'failed', why }, waiting, failure: null }
    : { page: noFigure(why), waiting, failure };
};
