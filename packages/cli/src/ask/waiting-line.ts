import type { Progress } from '@tallyboard/client';
import { type ProgressStream, statusLine } from '../progress.js';

/** Shorter waits for figures or the allowance are not worth a line in a log. */
const longMs = 60_000;

const reasons = {
  figures: 'the service is computing',
  allowance: 'the allowance of this hour is used up',
  retry: 'the service did not answer',
} as const;

/** Why a call waits and until when, as part of a line. */
export const waitingText = (event: Extract<Progress, { kind: 'waiting' }>): string => {
  const { reason, until, requestsUsed } = event;
  const used = requestsUsed === 0 ? '' : ` (requests so far: ${requestsUsed})`;
  return `${reasons[reason]}, trying again at ${until.toISOString().slice(0, 19)}Z${used}`;
};

/** One line on stderr that shows why nothing happens. */
export interface WaitingLine {
  readonly onProgress: (progress: Progress) => void;
  readonly clear: () => void;
}

/**
 * Shows why a call waits: in one line of a terminal that vanishes again; in a log, long waits and a
 * service that does not answer.
 */
export const waitingLine = (stream: ProgressStream, now: () => number): WaitingLine => {
  const { show, clear } = statusLine(stream);
  return {
    onProgress: (progress) => {
      if (progress.kind === 'answered') clear();
      if (progress.kind !== 'waiting') return;
      show(waitingText(progress));
      const isLong = progress.until.getTime() - now() > longMs;
      if (stream.isTTY !== true && (progress.reason === 'retry' || isLong)) {
        stream.write(`${waitingText(progress)}\n`);
      }
    },
    clear,
  };
};
