import type { Listener, Progress } from '../../model/progress.js';
import { visible } from '../visible-text.js';
import { after, beforeRun, type LiveState, pauseWords, usageWords } from './live-state.js';

/** Where and how progress is shown. */
export interface LiveOptions {
  readonly columns: number;
  readonly write: (text: string) => unknown;
  /** A terminal that redraws a line; otherwise lines are only added, as a log wants them. */
  readonly redraws: boolean;
  /** Another zone than the machine's, for tests. */
  readonly timeZone?: string;
  /** The present in ms; another clock for tests. */
  readonly now?: () => number;
}

/** Progress on a console. */
export interface Live {
  readonly listener: Listener;
  /** Takes the status line away. */
  readonly end: () => void;
}

const clearLine = '\r\u001b[2K';
/** A log gets a line for each ten requests, then for each hundred, thousand: enough to see that it goes on. */
const requestsPerLine = (used: number): number => 10 ** Math.max(1, Math.floor(Math.log10(used)));
/** What is computed gets a line of a log when none was written for so long. */
const silenceMs = 5000;

/** What is worth a line of its own, in either form. */
const lineOf = (progress: Progress): string | null => {
  switch (progress.type) {
    case 'note':
      return visible(progress.message, 300);
    case 'answered':
      return progress.status === null
        ? `no answer to ${visible(progress.probe, 40)} (${progress.endpoint})`
        : null;
    case 'sent':
    case 'computing':
    case 'waiting':
      return null;
  }
};

const statusLine = (state: LiveState, columns: number): string => {
  const text = `${usageWords(state)}  ${state.doing}`;
  // One column stays free, or the cursor goes to the next line and the redrawing climbs.
  return text.slice(0, Math.max(10, columns - 1));
};

const redrawing = (options: LiveOptions): Live => {
  let state = beforeRun;
  return {
    listener: (progress) => {
      state = after(state, progress, options.timeZone);
      const line = lineOf(progress);
      const above = line === null ? '' : `${line}\n`;
      options.write(`${clearLine}${above}${statusLine(state, options.columns)}`);
    },
    end: () => options.write(clearLine),
  };
};

const isMilestone = (progress: Progress): boolean =>
  progress.type === 'sent' &&
  progress.used > 0 &&
  (progress.used % requestsPerLine(progress.used) === 0 || progress.used === progress.allowance);

const adding = (options: LiveOptions): Live => {
  const { now = () => Date.now() } = options;
  let state = beforeRun;
  let writtenAt = now();
  const write = (line: string): void => {
    options.write(`${line}\n`);
    writtenAt = now();
  };
  return {
    listener: (progress) => {
      state = after(state, progress, options.timeZone);
      if (progress.type === 'computing' && now() - writtenAt >= silenceMs) write(state.doing);
      const line = lineOf(progress);
      if (line !== null) write(line);
      if (isMilestone(progress)) write(usageWords(state));
      if (progress.type === 'waiting') {
        write(
          `${usageWords(state)}  ${pauseWords(progress.until, progress.why, options.timeZone)}`,
        );
      }
    },
    end: () => undefined,
  };
};

/** Shows a run while it goes on: one status line that is redrawn, or lines of a log. */
export const startLive = (options: LiveOptions): Live =>
  options.redraws ? redrawing(options) : adding(options);
