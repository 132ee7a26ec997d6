import { parentPort } from 'node:worker_threads';
import { Unavailable } from '@tallyboard/http';
import { type IndexJob, indexBuilder } from './index-jobs.js';

/*
 * A thread that builds indexes, one after the other, and reads their events by itself: what comes back is
 * one buffer, which is moved and not copied. An exception ends the thread and is the reason that the build
 * fails for; events that cannot be reached now do not end it. The message `end` interrupts what it reads and ends it;
 * it says so at once.
 */

/** What a thread answers. */
export type JobAnswer =
  | { readonly index: ArrayBuffer }
  | { readonly away: string; readonly retryAfterSeconds: number };

if (parentPort !== null) {
  const port = parentPort;
  const builder = indexBuilder();
  let isEnding = false;
  const answer = async (job: IndexJob): Promise<void> => {
    try {
      const index = await builder.build(job);
      port.postMessage({ index } satisfies JobAnswer, [index]);
    } catch (error) {
      if (isEnding) return;
      if (!(error instanceof Unavailable)) throw error;
      const { message, retryAfterSeconds } = error;
      port.postMessage({ away: message, retryAfterSeconds } satisfies JobAnswer);
    }
  };
  const end = async (): Promise<void> => {
    isEnding = true;
    port.postMessage('ending');
    await builder.close();
    port.close();
  };
  port.on('message', (job: IndexJob | 'end') => void (job === 'end' ? end() : answer(job)));
}
