import type { EndedBuild } from '@tallyboard/http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './observer.js';

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
  readonly broken: (code: string) => void;
  readonly dropped: () => void;
  readonly build: (build: EndedBuild) => void;
  readonly error: () => void;
  /** The text of everything as Prometheus reads it. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Reasons for which Node gives up on a request; others are `malformed`. */
const brokenReasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
};

/** What is counted about requests. */
const ofRequests = (registers: Registry[]) => {
  const requests = new Counter({
    name: 'tallyboard_requests_total',
    help: 'Requests by route and status; the status is broken_off when no answer could be given.',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tallyboard_request_duration_seconds',
    help: 'From the arrival of the headers to the end of the answer.',
    labelNames: ['route'],
    buckets: answerBuckets,
    registers,
  });
  const open = new Gauge({
    name: 'tallyboard_requests_open',
    help: 'Requests that wait for their answer.',
    registers,
  });
  const pending = new Counter({
    name: 'tallyboard_pending_answers_total',
    help: 'Answers with 202, because figures are not ready yet.',
    labelNames: ['route'],
    registers,
  });
  const refused = new Counter({
    name: 'tallyboard_refused_by_allowance_total',
    help: 'Answers with 429, because the hourly allowance is used up.',
    labelNames: ['route'],
    registers,
  });
  const broken = new Counter({
    name: 'tallyboard_broken_requests_total',
    help: 'Requests that could not be read, by what was wrong.',
    labelNames: ['reason'],
    registers,
  });
  const dropped = new Counter({
    name: 'tallyboard_refused_connections_total',
    help: 'Connections refused because there were too many.',
    registers,
  });
  return { requests, seconds, open, pending, refused, broken, dropped };
};

/** What is counted about indexes. */
const ofIndexes = (registers: Registry[]) => {
  const builds = new Counter({
    name: 'tallyboard_index_builds_total',
    help: 'Indexes built, or taken from the store, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const buildSeconds = new Histogram({
    name: 'tallyboard_index_build_seconds',
    help: 'How long builds took that succeeded.',
    buckets: buildBuckets,
    registers,
  });
  const cacheBytes = new Gauge({
    name: 'tallyboard_index_cache_bytes',
    help: 'What the indexes that are kept take.',
    registers,
  });
  return { builds, buildSeconds, cacheBytes };
};

/** Starts counting. */
export const serviceMetrics = (): ServiceMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const { requests, seconds, open, pending, refused, broken, dropped } = ofRequests(registers);
  const { builds, buildSeconds, cacheBytes } = ofIndexes(registers);
  const errors = new Counter({
    name: 'tallyboard_errors_total',
    help: 'Unexpected errors; the log has each.',
    registers,
  });

  return {
    began: () => open.inc(),
    answered: ({ route, status, ms }) => {
      open.dec();
      requests.inc({ route, status: status ?? 'broken_off' });
      seconds.observe({ route }, ms / 1000);
      if (status === 202) pending.inc({ route });
      if (status === 429) refused.inc({ route });
    },
    broken: (code) => broken.inc({ reason: brokenReasons[code] ?? 'malformed' }),
    dropped: () => dropped.inc(),
    build: ({ status, ms, cacheBytes: bytes }) => {
      builds.inc({ outcome: status });
      if (status === 'ready') buildSeconds.observe(ms / 1000);
      cacheBytes.set(bytes);
    },
    error: () => errors.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
