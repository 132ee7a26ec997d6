import { requestsPerHour } from '../judge/allowance.js';
import type { History, HistoryRecord } from '../model/history.js';
import type { Report } from '../model/report.js';
import { type ConformanceOptions, runConformance } from '../run-conformance.js';

/** The settings of a watch: a run, and how much of the allowance it may spend. */
export interface Watched {
  readonly run: Omit<ConformanceOptions, 'resume' | 'rotation' | 'budget' | 'quotaCheck'>;
  /** The share of each allowance, above 0 and at most 1. */
  readonly share: number;
}

/** A run as far as it came. */
export interface Answered {
  readonly report: Report;
  readonly history: History;
  readonly records: readonly HistoryRecord[];
}

/** The requests an hour that a watch may send to each endpoint. */
export const hourlyOf = ({ run: { allowance = requestsPerHour }, share }: Watched): number =>
  allowance === 0 ? Number.POSITIVE_INFINITY : Math.floor(allowance * share);

/** A run and a recheck begin with a request each: with fewer an hour, they leave nothing to the round. */
export const hourlyMin = 6;

/** Begins a run with a share of the allowance, or continues one. */
export const ask = (
  watched: Watched,
  chosen: Pick<ConformanceOptions, 'only' | 'probes' | 'resume' | 'seed' | 'exhaustiveSeconds'>,
): Promise<Answered> => {
  const hourly = hourlyOf(watched);
  return runConformance({
    ...watched.run,
    exhaustiveSeconds: 0,
    ...chosen,
    rotation: 'all',
    budget: { metrics: hourly, roster: hourly },
    reduceMax: 0,
    quotaCheck: false,
  });
};

const unreached: ReadonlySet<string> = new Set(['smoke', 'unanswered', 'deadline']);
/** Whether the service answered. */
export const isReached = ({ ended }: Report): boolean => !unreached.has(ended);

/** A run that began in another month asked for other months. */
export const isOfOneMonth = (records: readonly HistoryRecord[]): boolean =>
  new Set(records.flatMap((record) => (record.type === 'calendar' ? [record.month] : []))).size <=
  1;
