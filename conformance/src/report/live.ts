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
}

/** Progress on a console. */
export interface Live {
  readonly listener: Listener;
  /** Clears the status line. */
  readonly end: () => void;
}

const pauses: Readonly<Record<string, string>> = {
  retryAfter: 'figures are being computed',
  quota: 'the allowance is used up',
  transport: 'once more after a failed connection',
  reset: 'for the allowance to begin anew',
};

const clearLine = '\r\u001b[2K';

/** Shows a run while it goes on: one status line that is redrawn, or lines of a log. */
export const startLive = ({ columns, write, redraws, timeZone }: LiveOptions): Live => {
  const usage = new Map<Endpoint, string>([
    ['metrics', 'metrics 0'],
    ['roster', 'roster 0'],
  ]);
  let doing = '';
  /** Takes note of progress; gives what is worth a line of its own in either form. */
  const noted = (progress: Progress): string | null => {
    switch (progress.type) {
      case 'sent': {
        const { endpoint, used, allowance } = progress;
        const most = endpoint === 'other' || allowance === 0 ? '' : `/${allowance}`;
        usage.set(endpoint, `${endpoint} ${used}${most}`);
        doing = visible(progress.probe, 40);
        return null;
      }
      case 'computing':
        doing = visible(`computing ${progress.what}`, 200);
        return null;
      case 'waiting': {
        const until = localTime(progress.until, timeZone);
        doing = visible(`waiting until ${until}: ${pauses[progress.why] ?? progress.why}`, 200);
        return redraws ? null : `${[...usage.values()].join('  ')}  ${doing}`;
      }
      case 'answered':
        return progress.status === null
          ? `no answer to ${visible(progress.probe, 40)} (${progress.endpoint})`
          : null;
      case 'note':
        return visible(progress.message, 300);
    }
  };
  return {
    listener: (progress) => {
      const line = noted(progress);
      const added = line === null ? '' : `${line}\n`;
      const status = `${[...usage.values()].join('  ')}  ${doing}`;
      // One column stays free, or the cursor goes to the next line and the redrawing climbs.
      const fitting = status.slice(0, Math.max(10, columns - 1));
      const text = redraws ? `${clearLine}${added}${fitting}` : added;
      if (text !== '') write(text);
    },
    end: () => {
      if (redraws) write(clearLine);
    },
  };
};
