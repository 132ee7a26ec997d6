import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndedBuild } from '@tallyboard/http';
import type { Scrub } from '@tallyboard/store';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { repeatedOutages } from './repeated-outages.js';
import { type Answered, destinationOf } from './routes.js';
import type { ServiceMetrics } from './service-metrics.js';

/** How much is logged; each level logs all that the levels after it log. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];

/** Gets everything that a service does; log and metrics are made of it. */
export interface Observer {
  /** A request that has arrived. */
  readonly request: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** A connection refused since there were too many. */
  readonly dropped: () => void;
  /** A build of an index that has ended. */
  readonly build: (build: EndedBuild) => void;
  /** A comparison of all files of a store with their checksums. */
  readonly scrub: (scrub: Scrub) => void;
  /** Something unexpected. */
  readonly error: (error: unknown) => void;
}

/** Errors whose message is a sentence for the operator: their stack adds nothing. */
const sentences: ReadonlySet<string> = new Set(['StoreRefused', 'Unavailable']);

const codeOf = (error: Error): object => ('code' in error ? { code: error.code } : {});

/** The parts of an error that locate it, without the values that it may carry. */
const errorFields = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...codeOf(error),
    ...(sentences.has(name) ? {} : { stack }),
    // The message of any other cause may carry what a client sent.
    ...(cause instanceof Error && {
      cause: sentences.has(cause.name)
        ? errorFields(cause)
        : { type: cause.name, ...codeOf(cause) },
    }),
  };
};

/** A log of one JSON object a line. */
export const serviceLog = (level: LogLevel, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: errorFields, ms: (ms: number) => Math.round(ms * 100) / 100 },
    },
    destination,
  );

/** An id that a proxy may give; nothing else that is sent is written down. */
const idGiven = /^[\w.:-]{8,64}$/;

/** Answers to probes come every few seconds and tell nothing. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const levelOf = ({ route, status }: Answered): 'debug' | 'error' | 'info' => {
  if (probes.has(route)) return 'debug';
  return status === 500 ? 'error' : 'info';
};

/** Makes the observer, which writes the log and counts the metrics; `null` where metrics are not served. */
export const observe = (log: Logger, metrics: ServiceMetrics | null): Observer => {
  const start = randomBytes(6).toString('base64url');
  let number = 0;
  const isOutage = repeatedOutages((error, repeated) =>
    log.error({ error, ...(repeated > 0 && { repeated }) }, 'unexpected'),
  );
  const idOf = ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && idGiven.test(given)) return given;
    number += 1;
    return `${start}-${number.toString(36)}`;
  };
  return {
    request: (incoming, outgoing) => {
      const began = performance.now();
      metrics?.began();
      outgoing.once('close', () => {
        const answered: Answered = {
          id: idOf(incoming),
          method: incoming.method ?? '',
          ...destinationOf(incoming.url ?? ''),
          status: outgoing.headersSent ? outgoing.statusCode : null,
          ms: performance.now() - began,
        };
        metrics?.answered(answered);
        log[levelOf(answered)](answered, answered.status === null ? 'broken off' : 'answered');
      });
    },
    dropped: () => {
      metrics?.dropped();
      log.warn('a connection was refused: there are too many');
    },
    build: (build) => {
      metrics?.build(build);
      const { organizationId: organization, status, ms } = build;
      log[status === 'ready' ? 'debug' : 'warn']({ organization, status, ms }, 'index built');
    },
    scrub: (scrub) => metrics?.scrub(scrub),
    error: (error) => {
      metrics?.error();
      if (!isOutage(error)) log.error({ error }, 'unexpected');
    },
  };
};
