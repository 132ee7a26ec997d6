import {
  type CallOptions,
  type Client,
  describeFailure,
  type Failure,
  type FiguresSoFar,
  type MetricsOutcome,
  type PlainEntry,
  type Progress,
} from '@tallyboard/client';
import type { FigureData } from '@tallyboard/core/vocabulary';
import { type Call, figureKey } from '../model/calls.js';
import { type Known, known, noFigure } from '../model/known.js';
import type { Dates } from '../model/period.js';

/** Why a request has to be sent again, and when, in milliseconds since 1970. */
export interface Waiting {
  readonly kind: 'computing' | 'held';
  readonly until: number;
}

/** Gets what the client says of a request. */
export type Listener = (progress: Progress) => void;

type Ended = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/**
 * Sends a request once. Where the client would wait, for figures or for the allowance, it ends with what
 * there is and with the time of the next request: on its own the client would hold back the figures that
 * are there already.
 */
export const sendOnce = async <O extends Ended>(
  send: (options: CallOptions) => Promise<O>,
  now: () => number,
  onProgress: Listener,
): Promise<{ readonly outcome: O; readonly waiting: Waiting | null }> => {
  const stopping = new AbortController();
  let waiting: Waiting | null = null;
  const outcome = await send({
    signal: stopping.signal,
    onProgress: (progress) => {
      onProgress(progress);
      if (progress.kind !== 'waiting' || progress.reason === 'retry') return;
      const kind = progress.reason === 'figures' ? 'computing' : 'held';
      waiting = { kind, until: progress.until.getTime() };
      stopping.abort();
    },
  });
  if (!outcome.ok && outcome.failure.kind === 'rateLimited')
    waiting = { kind: 'held', until: now() + outcome.failure.retryAfterSeconds * 1000 };
  return { outcome, waiting };
};

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
