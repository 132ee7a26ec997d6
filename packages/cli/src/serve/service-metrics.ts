import type { EndedBuild } from '@tallyboard/http';
import type { Scrub } from '@tallyboard/store';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './routes.js';

/** Seconds that answers take: from what is in memory up to what waits for a build. */
const answerBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
/** Seconds that builds take; two minutes end every build. */
const buildBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];

/** What is counted about a service. Labels are words of fixed lists: no ids, no texts of clients. */
export interface ServiceMetrics {
  readonly began: () => void;
  readonly answered: (answered: Answered) => void;
  readonly dropped: () => void;
  readonly build: (build: EndedBuild) => void;
  readonly scrub: (scrub: Scrub) => void;
  readonly error: () => void;
  /** The text of everything as Prometheus reads it. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Everything that is counted. */
const instruments = (registers: Registry[]) => {
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    requests: counter(
      'tallyboard_requests_total',
      'Requests by route and status; the status is broken_off when no answer could be given.',
      'route',
      'status',
    ),
    seconds: new Histogram({
      name: 'tallyboard_request_duration_seconds',
      help: 'From the arrival of the headers, or the end of the answer before on the connection, to the end of the answer.',
      labelNames: ['route'],
      buckets: answerBuckets,
      registers,
    }),
    open: gauge('tallyboard_requests_open', 'Requests that wait for their answer.'),
    pending: counter(
      'tallyboard_pending_answers_total',
      'Answers with 202, because figures are not ready yet.',
      'route',
    ),
    refused: counter(
      'tallyboard_refused_by_allowance_total',
      'Answers with 429, because the hourly allowance is used up.',
      'route',
    ),
    dropped: counter(
      'tallyboard_refused_connections_total',
      'Connections refused because there were too many.',
    ),
    builds: counter(
      'tallyboard_index_builds_total',
      'Indexes built, or taken from the store, by outcome.',
      'outcome',
    ),
    buildSeconds: new Histogram({
      name: 'tallyboard_index_build_seconds',
      help: 'How long builds took that succeeded.',
      buckets: buildBuckets,
      registers,
    }),
    cacheBytes: gauge('tallyboard_index_cache_bytes', 'What the indexes that are kept take.'),
    scrubs: counter(
      'tallyboard_store_scrubs_total',
      'Comparisons of all files of the store with their checksums.',
    ),
    damagedFiles: gauge(
      'tallyboard_store_damaged_files',
      'Files of the store that the last comparison found damaged.',
    ),
    errors: counter('tallyboard_errors_total', 'Unexpected errors; the log has each.'),
  };
};

/** Starts counting. */
export const serviceMetrics = (): ServiceMetrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, seconds, open, pending, refused, ...others } = instruments([registry]);
  const { dropped, builds, buildSeconds, cacheBytes, scrubs, damagedFiles, errors } = others;
  return {
    began: () => open.inc(),
    answered: ({ route, status, ms }) => {
      open.dec();
      requests.inc({ route, status: status ?? 'broken_off' });
      seconds.observe({ route }, ms / 1000);
      if (status === 202) pending.inc({ route });
      if (status === 429) refused.inc({ route });
    },
    dropped: () => dropped.inc(),
    build: ({ status, ms, cacheBytes: bytes }) => {
      builds.inc({ outcome: status });
      if (status === 'ready') buildSeconds.observe(ms / 1000);
      cacheBytes.set(bytes);
    },
    scrub: (scrub) => {
      scrubs.inc();
      damagedFiles.set(scrub.damagedFiles);
    },
    error: () => errors.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
