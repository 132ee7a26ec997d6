import type { Progress } from '../model/progress.js';
import { visible } from '../report/visible-text.js';
import { warn } from './operator.js';

const pauses: Readonly<Record<string, string>> = {
  retryAfter: 'figures are being computed',
  reset: 'for the allowance to begin anew',
};

/** What is worth a line of its own, in a terminal and in a log; `null` for all else. */
const lineOf = (progress: Progress): string | null => {
  if (progress.type === 'waiting') {
    const until = progress.until.slice(11, 19);
    return `waiting until ${until} UTC: ${pauses[progress.why] ?? progress.why}`;
  }
  if (progress.type === 'answered' && progress.status === null)
    return `no answer to a request (${progress.endpoint})`;
  return progress.type === 'note' ? progress.message : null;
};

/** What goes on now, for the line of a terminal. */
const statusOf = (progress: Progress): string | null => {
  if (progress.type === 'computing') return `computing ${progress.what}`;
  if (progress.type !== 'sent') return null;
  const { endpoint, used, allowance } = progress;
  const most = allowance === 0 ? '' : ` of ${allowance}`;
  return endpoint === 'other' ? 'the current user and boards' : `${endpoint} ${used}${most}`;
};

/**
 * Shows a run while it goes on: lines, and in a terminal a last one that is written over, until its end. It is on
 * standard error, so that standard output stays for results.
 */
export const startProgress = () => {
  const clear = process.stderr.isTTY ? '\r\u001b[2K' : '';
  return {
    listener: (progress: Progress) => {
      const [line, status] = [lineOf(progress), statusOf(progress)];
      if (line !== null) warn(`${clear}${visible(line, 300)}\n`);
      if (status !== null && clear !== '') warn(`${clear}${visible(status, 70)}`);
    },
    end: () => {
      if (clear !== '') warn(clear);
    },
  };
};
