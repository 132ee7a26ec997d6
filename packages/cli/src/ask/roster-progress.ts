import type { Progress } from '@tallyboard/client';
import { forecastWaitSeconds } from '@tallyboard/client';
import { limits } from '@tallyboard/core/vocabulary';
import { formatSeconds, grouped, type ProgressStream, statusLine } from '../progress.js';
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

/** A line on a terminal; in a log only waits that are long. */
export const rosterProgress = (stream: ProgressStream, now: () => number): RosterProgress => {
  const waits = waitingLine(stream, now);
  const { show, clear } = statusLine(stream);
  let allowance: Extract<Progress, { kind: 'answered' }>['allowance'] = null;
  let members: number | null = null;
  let [shown, note] = ['', ''];
  const begin = ({ page, totalPages, totalCount }: Extract<Progress, { kind: 'page' }>): void => {
    members = totalCount;
    const forecast = forecastText(totalPages - page, allowance);
    waits.clear();
    if (forecast !== null) {
      stream.write(`${grouped(totalCount)} members; ${forecast}. Ctrl-C ends it.\n`);
    }
  };
  const onPage = (event: Extract<Progress, { kind: 'page' }>): void => {
    const { page, totalPages, totalCount } = event;
    if (members === null) begin(event);
    else if (members !== totalCount) {
      note = `, changed meanwhile from ${grouped(members)} to ${grouped(totalCount)} members`;
    }
    const percent = Math.floor((100 * page) / Math.max(1, totalPages));
    shown = `Reading members: ${percent} %, page ${page} of ${totalPages}${note}`;
    show(shown);
  };
  return {
    onProgress: (event) => {
      if (event.kind === 'answered') ({ allowance } = event);
      if (event.kind === 'page') onPage(event);
      else if (event.kind === 'waiting' && shown !== '' && stream.isTTY === true) {
        show(`${shown}; ${waitingText(event)}`);
      } else waits.onProgress(event);
    },
    close: () => {
      waits.clear();
      clear();
      if (note !== '') stream.write(`warning: the roster${note.slice(1)}; rows may be missing\n`);
    },
  };
};
