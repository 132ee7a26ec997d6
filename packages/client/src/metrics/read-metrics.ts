import type { FiguresRequest } from '@tallyboard/core';
import type { Dimensions, EntryFor } from '@tallyboard/core/vocabulary';
import { Call } from '../call/call.js';
import type { CallOptions, Connection } from '../connection.js';
import { type Failure, failWith, type Reason, succeed } from '../failure.js';
import { analyticsPath, type DateRange, secondsToWait } from '../wire/analytics.js';
import { readingOf } from '../wire/read.js';
import { type DraftEntry, type Part, partsOf } from './draft.js';
import type { FiguresSoFar, SettledFigures } from './entry-types.js';
import { readMetricsAnswer } from './read-answer.js';

/** A metrics request of any width (4.1): what is more than one request takes is split. */
export interface MetricsRequest<
  Entries extends readonly EntryFor<D>[],
  D extends Dimensions = readonly [],
> extends FiguresRequest<Entries, D> {
  /** The organization's id, `wksp_...`. */
  readonly organization: string;
}

/** Every figure that there is, or why there is none: the end of a call that went well. */
export interface MetricsAnswer<Entries extends readonly unknown[], D extends Dimensions> {
  /** `partial` when at least one figure failed. */
  readonly status: 'ready' | 'partial';
  /** The days that figures cover, as the service resolved them. */
  readonly dateRange: DateRange;
  /** One an entry, in the order of the entries. */
  readonly figures: SettledFigures<Entries, D>;
}

/** What is known when a call ended early. */
export interface MetricsSoFar<Entries extends readonly unknown[], D extends Dimensions> {
  /** One an entry; those that had not come are pending. */
  readonly figures: FiguresSoFar<Entries, D>;
}

/** How a metrics call ended; when it failed, with whatever figures had come by then. */
export type MetricsOutcome<Entries extends readonly unknown[], D extends Dimensions> =
  | { readonly ok: true; readonly value: MetricsAnswer<Entries, D> }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** `null` when nothing was asked. */
      readonly soFar: MetricsSoFar<Entries, D> | null;
    };

const isSettled = ({ reading }: Part): boolean => reading !== null && !reading.isPending;

/** The part to send next: those never sent first, then the one that is due first. */
const nextOf = (parts: readonly Part[]): Part | undefined =>
  parts.filter((part) => !isSettled(part)).toSorted((a, b) => a.dueAt - b.dueAt)[0];

const pointerPattern = /^\/metrics\/(\d+)/;

/** A reason whose pointer leads into the request of the caller, not into the part that was sent. */
const pointed = (reason: Reason, entries: readonly DraftEntry[]): Reason => {
  const pointer = reason.source?.['pointer'] ?? '';
  const index = entries[Number(pointerPattern.exec(pointer)?.[1] ?? -1)]?.index;
  return index === undefined
    ? reason
    : { ...reason, source: { pointer: pointer.replace(pointerPattern, `/metrics/${index}`) } };
};

/** A failure of a part as one of the whole request: positions are those of the caller. */
const inRequest = (failure: Failure, entries: readonly DraftEntry[]): Failure =>
  failure.kind === 'refused'
    ? { ...failure, reasons: failure.reasons.map((reason) => pointed(reason, entries)) }
    : failure;

const askOnce = async (call: Call, path: string, part: Part): Promise<Failure | null> => {
  const waited = part.reading && (await call.waitUntil(part.dueAt, 'figures'));
  if (waited !== null) return waited;
  const { body, entries } = part;
  const answer = await call.ask({ method: 'POST', path, body });
  if (!answer.ok) return inRequest(answer.failure, entries);
  const read = readingOf(answer.value, (heard) => readMetricsAnswer(heard, part));
  if (!read.ok) return read.failure;
  part.reading = read.value;
  part.dueAt = call.now() + secondsToWait(answer.value) * 1000;
  return null;
};

const roundsMax = 3;

/**
 * Without `from` and `to` the range moves with the calendar, also in the middle of a call: parts that
 * were answered for another range than the last are asked for again.
 */
const outdated = (parts: readonly Part[], last: DateRange | undefined): readonly Part[] =>
  parts.filter(
    ({ reading }) => reading?.dateRange.from !== last?.from || reading?.dateRange.to !== last?.to,
  );

const settle = async (
  call: Call,
  path: string,
  parts: readonly Part[],
): Promise<Failure | DateRange> => {
  let range: DateRange | undefined;
  for (let round = 0; round < roundsMax; round++) {
    for (let next = nextOf(parts); next !== undefined; next = nextOf(parts)) {
      const failure = await askOnce(call, path, next);
      if (failure !== null) return failure;
      range = next.reading?.dateRange;
      const done = parts.filter(isSettled).length;
      if (isSettled(next)) call.report({ kind: 'parts', done, total: parts.length });
    }
    const again = outdated(parts, range);
    if (range !== undefined && again.length === 0) return range;
    for (const part of again) {
      part.reading = null;
      part.dueAt = 0;
    }
  }
  const detail = 'the parts of one request are about different ranges, time and again';
  return { kind: 'malformedAnswer', status: 200, detail };
};

/** Every entry with its state, in the order of the request. */
const merge = (parts: readonly Part[]) =>
  parts
    .flatMap(({ entries, reading }) =>
      entries.map((entry) => ({ entry, state: reading?.states.get(entry) })),
    )
    .toSorted((a, b) => a.entry.index - b.entry.index)
    .map(({ entry, state }) => ({ ...entry.query, ...(state ?? { status: 'pending' as const }) }));

/**
 * Reads metrics: splits the request where it is too wide, asks with the identical body until every
 * figure is there or has failed, and puts the parts together. It sends what it is given: a mistake costs
 * a request and is the failure `refused`. `metrics` of `createClient` checks before, in a larger bundle.
 */
export const readMetrics = async <
  const Entries extends readonly EntryFor<D>[],
  const D extends Dimensions = readonly [],
>(
  connection: Connection,
  request: MetricsRequest<Entries, D>,
  options: CallOptions = {},
): Promise<MetricsOutcome<Entries, D>> => {
  const { organization, ...body } = request;
  const call = new Call(connection, options);
  const parts = partsOf(body);
  const end = await settle(call, analyticsPath(organization), parts);
  const figures = merge(parts);
  if ('kind' in end) {
    return { ...failWith(end), soFar: { figures: figures as unknown as FiguresSoFar<Entries, D> } };
  }
  const status = figures.some((figure) => figure.status === 'failed') ? 'partial' : 'ready';
  const settled = figures as unknown as SettledFigures<Entries, D>;
  return succeed({ status, dateRange: end, figures: settled });
};
