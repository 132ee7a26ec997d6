import { availableParallelism } from 'node:os';
import type { ResourceLimits, Worker } from 'node:worker_threads';
import { Unavailable } from '@tallyboard/http';
import { indexWorker } from '../installed.js';
import type { IndexJob } from './index-jobs.js';
import type { JobAnswer } from './index-worker.js';

/** Threads that build indexes. */
export interface IndexWorkers {
  /** Builds an index, as `encodeIndex` writes it. */
  readonly build: (job: IndexJob, signal: AbortSignal) => Promise<ArrayBufferLike>;
  /** How many builds run at the same time; further ones wait. */
  readonly count: number;
  /** Ends the threads; nothing can be built any more. */
  readonly close: () => Promise<void>;
}

/** A thread, and what becomes of it. */
interface Thread {
  readonly worker: Worker;
  /** Rejects when the thread ends, for whatever reason. */
  readonly ended: Promise<never>;
}

/** One core is for answering. */
const workersMax = Math.max(1, availableParallelism() - 1);

/** Has a thread build an index. */
const built = async ({ worker }: Thread, job: IndexJob): Promise<ArrayBufferLike> => {
  const answered = new Promise<JobAnswer>((resolve) => worker.once('message', resolve));
  worker.postMessage(job);
  const answer = await answered;
  if ('index' in answer) return answer.index;
  throw new Unavailable(answer.away, answer.retryAfterSeconds);
};

/**
 * Makes the threads, which start when they are needed.
 *
 * @param source - the module that a thread runs
 * @param limits - the memory of a thread; what the engine allows when left out. A build that needs more
 *   ends its thread, not the process
 */
export const indexWorkers = (
  source: URL = indexWorker(),
  limits: ResourceLimits = {},
): IndexWorkers => {
  const idle: Thread[] = [];
  const threads = new Set<Thread>();

  /**
   * Has a thread end by itself. One that says nothing for ten seconds is in a loop, and is terminated; DuckDB aborts
   * the process when that is done to a thread while a statement runs.
   */
  const drop = async (thread: Thread): Promise<void> => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    const { worker, ended } = thread;
    const timer = setTimeout(() => void worker.terminate(), 10_000);
    worker.once('message', () => clearTimeout(timer));
    worker.ref();
    worker.postMessage('end');
    await ended.catch(() => clearTimeout(timer));
    threads.delete(thread);
  };

  const newThread = (worker: Worker): Thread => {
    const ended = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`A building thread ended with code ${code}.`)),
      );
    });
    const thread = { worker, ended };
    threads.add(thread);
    ended.catch(() => drop(thread));
    return thread;
  };

  const build: IndexWorkers['build'] = async (job, signal) => {
    // Loaded here: a service that has its indexes answers without it.
    const node = await import('node:worker_threads');
    signal.throwIfAborted();
    const thread = idle.pop() ?? newThread(new node.Worker(source, { resourceLimits: limits }));
    thread.worker.ref();
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    try {
      const index = await Promise.race([built(thread, job), thread.ended, stopped]);
      if (idle.length === 0) {
        // One is kept for a quicker start; without work it keeps no process alive.
        idle.push(thread);
        thread.worker.unref();
      } else void drop(thread);
      return index;
    } catch (error) {
      // Its work may still go on, for a result that is not wanted any more.
      void drop(thread);
      throw error;
    }
  };

  return {
    build,
    count: workersMax,
    close: async () => {
      await Promise.all([...threads].map(drop));
    },
  };
};
