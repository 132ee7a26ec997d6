import type { CallOptions, Failure, Progress } from '@tallyboard/client';

/** Why a request has to be sent again, and when, in milliseconds since 1970. */
export interface Waiting {
  readonly kind: 'computing' | 'held';
  readonly until: number;
}

/** Gets what the client says of a request. */
export type Listener = (progress: Progress) => void;

type Ended = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/**
 * Sends a request once. Where the client would wait, for figures or for the allowance, it ends with what
 * there is and with the time of the next request: on its own the client would hold back the figures that
 * are there already.
 */
export const sendOnce = async <O extends Ended>(
  send: (options: CallOptions) => Promise<O>,
  now: () => number,
  onProgress: Listener,
): Promise<{ readonly outcome: O; readonly waiting: Waiting | null }> => {
  const stopping = new AbortController();
  let waiting: Waiting | null = null;
  const outcome = await send({
    signal: stopping.signal,
    onProgress: (progress) => {
      onProgress(progress);
      if (progress.kind !== 'waiting' || progress.reason === 'retry') return;
      const kind = progress.reason === 'figures' ? 'computing' : 'held';
      waiting = { kind, until: progress.until.getTime() };
      stopping.abort();
    },
  });
  if (!outcome.ok && outcome.failure.kind === 'rateLimited')
    waiting = { kind: 'held', until: now() + outcome.failure.retryAfterSeconds * 1000 };
  return { outcome, waiting };
};
