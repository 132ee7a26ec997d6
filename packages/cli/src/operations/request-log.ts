import type { EndedBuild } from '@tallyboard/http';
import type { Log } from './log.js';
import type { Answered } from './observer.js';

const hundredths = (ms: number): number => Math.round(ms * 100) / 100;

/** Answers to probes come every few seconds and tell nothing. */
const isProbe = ({ route }: Answered): boolean => route === '/healthz' || route === '/readyz';

/** Writes the one line of a request. */
export const logAnswered = (log: Log, answered: Answered): void => {
  const { status, ms } = answered;
  const level = isProbe(answered) ? 'debug' : status === 500 ? 'error' : 'info';
  // Without a level no line is made.
  if (!log.isLevelEnabled(level)) return;
  log[level]({ ...answered, ms: hundredths(ms) }, status === null ? 'broken off' : 'answered');
};

/** Writes the one line of a build. */
export const logBuild = (log: Log, { organizationId, status, ms }: EndedBuild): void => {
  const level = status === 'ready' ? 'debug' : 'warn';
  log[level]({ organization: organizationId, status, ms: hundredths(ms) }, 'index built');
};
