import type { EndedBuild } from '@tallyboard/http';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './log-levels.js';
import type { Answered } from './observer.js';

/** Errors whose message is a sentence for the operator: their stack adds nothing. */
const sentences: ReadonlySet<string> = new Set(['StoreRefused', 'Unavailable']);

const codeOf = (error: Error): object => ('code' in error ? { code: error.code } : {});

/** The parts of an error that locate it, without the values that it may carry. */
const shownError = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...codeOf(error),
    ...(sentences.has(name) ? {} : { stack }),
    // The message of any other cause may carry what a client sent.
    ...(cause instanceof Error && {
      cause: sentences.has(cause.name) ? shownError(cause) : { type: cause.name, ...codeOf(cause) },
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
      serializers: { error: shownError },
    },
    destination,
  );

const hundredths = (ms: number): number => Math.round(ms * 100) / 100;

/** Answers to probes come every few seconds and tell nothing. */
const isProbe = ({ route }: Answered): boolean => route === '/healthz' || route === '/readyz';

/** Writes the one line of a request. */
export const logAnswered = (log: Logger, answered: Answered): void => {
  const { status, ms } = answered;
  const level = isProbe(answered) ? 'debug' : status === 500 ? 'error' : 'info';
  // Without a level no line is made.
  if (!log.isLevelEnabled(level)) return;
  log[level]({ ...answered, ms: hundredths(ms) }, status === null ? 'broken off' : 'answered');
};

/** Writes the one line of a build. */
export const logBuild = (log: Logger, { organizationId, status, ms }: EndedBuild): void => {
  const level = status === 'ready' ? 'debug' : 'warn';
  log[level]({ organization: organizationId, status, ms: hundredths(ms) }, 'index built');
};
