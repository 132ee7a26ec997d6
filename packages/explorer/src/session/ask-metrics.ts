import type {
  CallOptions,
  Client,
  FiguresSoFar,
  MetricsOutcome,
  PlainEntry,
  Progress,
} from '@tallyboard/client';
import { describeFailure, type Failure } from '@tallyboard/client';
import type { FigureData } from '@tallyboard/core/vocabulary';
import { type Call, figureKey } from '../model/calls.js';
import { type Known, known, noFigure } from '../model/known.js';
import type { Dates } from '../model/period.js';

export interface Asked {
  readonly figures: readonly (readonly [string, Known<FigureData>])[];
  /** `null` when the answer is not whole yet. */
  readonly dates: Dates | null;
  /** When to send the identical request again, in milliseconds since 1970; `null` for never. */
  readonly againAt: number | null;
  readonly failure: Failure | null;
}

type AnyOutcome = MetricsOutcome<readonly PlainEntry[], readonly 'month'[]>;
type AnyFigures = FiguresSoFar<readonly PlainEntry[], readonly 'month'[]>;

/** Why the client waits: on its own it would hold back the figures that are there already. */
interface Waiting {
  readonly kind: 'computing' | 'held';
  readonly until: number;
}

const waitingIn = (progress: Progress): Waiting | null =>
  progress.kind === 'waiting' && progress.reason !== 'retry'
    ? {
        kind: progress.reason === 'figures' ? 'computing' : 'held',
        until: progress.until.getTime(),
      }
    : null;

const knownOf = (figure: AnyFigures[number], otherwise: Known<FigureData>): Known<FigureData> =>
  figure.status === 'ready'
    ? known(figure.data as unknown as FigureData)
    : figure.status === 'failed'
      ? { kind: 'failed', why: figure.detail || figure.code }
      : otherwise;

const keyed = (call: Call, states: (at: number) => Known<FigureData>): Asked['figures'] =>
  call.entries.map((entry, at) => [figureKey(call, entry), states(at)] as const);

const ended = (call: Call, outcome: AnyOutcome, waiting: Waiting | null, now: number): Asked => {
  if (outcome.ok) {
    const { figures, dateRange } = outcome.value;
    const states = keyed(call, (at) => knownOf(figures[at]!, noFigure('There is no answer.')));
    return { figures: states, dates: dateRange, againAt: null, failure: null };
  }
  const { failure, soFar } = outcome;
  const held: Waiting | null =
    failure.kind === 'rateLimited'
      ? { kind: 'held', until: now + failure.retryAfterSeconds * 1000 }
      : failure.kind === 'aborted'
        ? waiting
        : null;
  const otherwise = held ?? noFigure(describeFailure(failure));
  const figures = keyed(call, (at) =>
    soFar?.figures[at] === undefined ? otherwise : knownOf(soFar.figures[at], otherwise),
  );
  return { figures, dates: null, againAt: held?.until ?? null, failure: held ? null : failure };
};

/**
 * Sends one metrics request once. Where the client would wait, for figures or for the allowance, it
 * ends with what there is and with the time of the next request.
 */
export const askMetrics = async (
  client: Client,
  call: Call,
  now: () => number,
  onProgress: (progress: Progress) => void,
): Promise<Asked> => {
  const stopping = new AbortController();
  let waiting: Waiting | null = null;
  const options: CallOptions = {
    signal: stopping.signal,
    onProgress: (progress) => {
      onProgress(progress);
      waiting = waitingIn(progress);
      if (waiting !== null) stopping.abort();
    },
  };
  const { organization, entries, byMonth, months } = call;
  const outcome = (await client.metrics(
    {
      organization,
      metrics: entries as unknown as readonly PlainEntry[],
      dimensions: byMonth ? ['month'] : ([] as readonly 'month'[]),
      ...(months === null ? {} : { from: months.from, to: months.to }),
    } as never,
    options,
  )) as unknown as AnyOutcome;
  return ended(call, outcome, waiting, now());
};
