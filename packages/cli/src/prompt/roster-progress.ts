import type { Progress } from '@tallyboard/client';
import { forecastWaitSeconds } from '@tallyboard/client';
import { limits } from '@tallyboard/core';
import cliProgress from 'cli-progress';
import { formatSeconds, grouped, type ProgressStream } from '../progress.js';
import { waitingLine, waitingText } from './waiting-line.js';

/** What an export would take when the service does not say what it allows. */
const unsaid = (pages: number): string | null =>
  pages <= limits.requestsPerHour
    ? null
    : `if the service allows ${limits.requestsPerHour} requests an hour, this takes about ${formatSeconds(Math.floor((pages - 1) / limits.requestsPerHour) * 3600)}`;

/**
 * How long the rest of an export will take, before the wait begins; `null` when it is short.
 *
 * @param left - pages that are still to come
 */
const forecastText = (
  left: number,
  allowance: Extract<Progress, { kind: 'answered' }>['allowance'],
): string | null => {
  if (allowance === null) return unsaid(left + 1);
  const seconds = forecastWaitSeconds(left, allowance);
  return seconds === 0
    ? null
    : `${left} more requests, of which ${Math.min(left, allowance.remaining)} are free now: this takes about ${formatSeconds(seconds)}`;
};

/** The progress of an export. */
export interface RosterProgress {
  readonly onProgress: (progress: Progress) => void;
  readonly close: () => void;
}

/** A bar on a terminal; in a log only waits that are long. */
export const rosterProgress = (stream: ProgressStream, now: () => number): RosterProgress => {
  const line = waitingLine(stream, now);
  const bar =
    stream.isTTY === true
      ? new cliProgress.SingleBar({
          stream: stream as unknown as NodeJS.WritableStream,
          format: '[{bar}] {percentage} %, page {value} of {total}{note}',
          barCompleteChar: '#',
          barIncompleteChar: '-',
          hideCursor: true,
          clearOnComplete: true,
        })
      : null;
  let allowance: Extract<Progress, { kind: 'answered' }>['allowance'] = null;
  let first: { readonly page: number; readonly members: number } | null = null;
  let note = '';
  const begin = ({ page, totalPages, totalCount }: Extract<Progress, { kind: 'page' }>): void => {
    first = { page, members: totalCount };
    const forecast = forecastText(totalPages - page, allowance);
    line.clear();
    if (forecast !== null) {
      stream.write(`${grouped(totalCount)} members; ${forecast}. Ctrl-C ends it.\n`);
    }
    bar?.start(totalPages, page, { note });
  };
  const page = (event: Extract<Progress, { kind: 'page' }>): void => {
    if (first === null) begin(event);
    else if (first.members !== event.totalCount) {
      note = `, changed meanwhile from ${grouped(first.members)} to ${grouped(event.totalCount)} members`;
    }
    bar?.setTotal(event.totalPages);
    bar?.update(event.page, { note });
  };
  return {
    onProgress: (event) => {
      if (event.kind === 'answered') ({ allowance } = event);
      if (event.kind === 'page') page(event);
      else if (event.kind === 'waiting' && first !== null && bar !== null) {
        bar.update({ note: `; ${waitingText(event)}` });
      } else line.onProgress(event);
    },
    close: () => {
      bar?.stop();
      line.clear();
      if (note !== '') stream.write(`warning: the roster${note.slice(1)}; rows may be missing\n`);
    },
  };
};
