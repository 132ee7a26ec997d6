import type { Listener, Progress } from '../model/progress.js';
import type { Endpoint } from '../model/request.js';
import { localTime } from './times.js';
import { visible } from './visible-text.js';

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

interface State {
  readonly used: Readonly<Record<Endpoint, number>>;
  readonly allowance: Readonly<Record<Endpoint, number>>;
  /** What the run does at the moment. */
  readonly doing: string;
}

const pauses: Readonly<Record<string, string>> = {
  retryAfter: 'figures are being computed',
  quota: 'the allowance is used up',
  transport: 'once more after a failed connection',
  reset: 'for the allowance to begin anew',
};

/** Requests used of each allowance. The other endpoints have none that we know of. */
const usageWords = ({ used, allowance }: State): string =>
  (['metrics', 'roster', 'other'] as const)
    .filter((endpoint) => endpoint !== 'other' || used.other > 0)
    .map(
      (one) =>
        `${one} ${used[one]}${one === 'other' || allowance[one] === 0 ? '' : `/${allowance[one]}`}`,
    )
    .join('  ');

const after = (state: State, progress: Progress, timeZone?: string): State => {
  switch (progress.type) {
    case 'sent': {
      const { endpoint, probe, used, allowance } = progress;
      return {
        used: { ...state.used, [endpoint]: used },
        allowance: { ...state.allowance, [endpoint]: allowance },
        doing: visible(probe, 40),
      };
    }
    case 'computing':
      return { ...state, doing: visible(`computing ${progress.what}`, 200) };
    case 'waiting': {
      const why = pauses[progress.why] ?? progress.why;
      const until = localTime(progress.until, timeZone);
      return { ...state, doing: visible(`waiting until ${until}: ${why}`, 200) };
    }
    case 'answered':
    case 'note':
      return state;
  }
};

/** What is worth a line of its own, in either form. */
const lineOf = (progress: Progress): string | null => {
  if (progress.type === 'note') return visible(progress.message, 300);
  return progress.type === 'answered' && progress.status === null
    ? `no answer to ${visible(progress.probe, 40)} (${progress.endpoint})`
    : null;
};

const clearLine = '\r\u001b[2K';

/** A log gets a line for each ten requests, then for each hundred, thousand: enough to see that it goes on. */
const isMilestone = (progress: Progress): boolean => {
  if (progress.type !== 'sent' || progress.used === 0) return false;
  const every = 10 ** Math.max(1, Math.floor(Math.log10(progress.used)));
  return progress.used % every === 0 || progress.used === progress.allowance;
};

/** What is computed gets a line of a log when none was written for so long. */
const silenceMs = 5000;

/** Shows a run while it goes on: one status line that is redrawn, or lines of a log. */
export const startLive = (options: LiveOptions): Live => {
  const { columns, write, redraws, timeZone, now = () => Date.now() } = options;
  const none = { metrics: 0, roster: 0, other: 0 };
  let state: State = { used: none, allowance: none, doing: '' };
  let writtenAt = now();
  const add = (line: string): void => {
    write(`${line}\n`);
    writtenAt = now();
  };
  const redraw = (line: string | null): void => {
    const status = `${usageWords(state)}  ${state.doing}`;
    // One column stays free, or the cursor goes to the next line and the redrawing climbs.
    const fitting = status.slice(0, Math.max(10, columns - 1));
    write(`${clearLine}${line === null ? '' : `${line}\n`}${fitting}`);
  };
  return {
    listener: (progress) => {
      state = after(state, progress, timeZone);
      const line = lineOf(progress);
      if (redraws) {
        redraw(line);
        return;
      }
      if (progress.type === 'computing' && now() - writtenAt >= silenceMs) add(state.doing);
      if (line !== null) add(line);
      if (isMilestone(progress)) add(usageWords(state));
      if (progress.type === 'waiting') add(`${usageWords(state)}  ${state.doing}`);
    },
    end: () => {
      if (redraws) write(clearLine);
    },
  };
};
