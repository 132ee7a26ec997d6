import type { Terminal } from '../terminal.js';

/** Why a verb stops before its end. */
export type Stop = 'interrupted' | 'closed';

/** Results on their way out, and the signal that they are no longer wanted. */
export interface Output {
  /** Writes, and waits while the reader is slower. */
  readonly write: (text: string) => Promise<void>;
  /** Aborts at Ctrl-C, and when the reader has closed the output; the reason is a `Stop`. */
  readonly signal: AbortSignal;
  /** Takes every listener away. */
  readonly end: () => void;
}

/**
 * Opens stdout for a verb that may run for hours: a reader who has seen enough (`| head`) or Ctrl-C
 * ends it, instead of spending the allowance in vain. A second Ctrl-C ends the process at once.
 *
 * @param start - what goes before the first text
 */
export const openOutput = ({ stdout }: Terminal, start = ''): Output => {
  let before = start;
  const stopping = new AbortController();
  const interrupt = (): void => {
    process.off('SIGINT', interrupt);
    stopping.abort('interrupted' satisfies Stop);
  };
  const close = (): void => stopping.abort('closed' satisfies Stop);
  process.on('SIGINT', interrupt);
  stdout.once?.('error', close);
  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => resolve();
      stdout.once?.('drain', go);
      stopping.signal.addEventListener('abort', go, { once: true });
    });
  return {
    write: async (text) => {
      if (text === '' || stopping.signal.aborted) return;
      const whole = before + text;
      before = '';
      if (stdout.write(whole) === false && stdout.once !== undefined) await drained();
    },
    signal: stopping.signal,
    end: () => {
      process.off('SIGINT', interrupt);
      stdout.off?.('error', close);
    },
  };
};
