import type { OrganizationIndex } from '@tallyboard/core';
import { decodeIndex } from '@tallyboard/core/engine';
import { type IndexJob, indexBuilder } from './index-jobs.js';
import type { IndexWorkers } from './index-workers.js';

/** Events of an organization that is built in this thread: quicker than asking another one. */
const smallMax = 5_000;

/** Builds indexes, as `encodeIndex` writes them, here or in a thread. */
export interface QuickestBuilder {
  /** @param events - how many events the organization has, about */
  readonly build: (job: IndexJob, events: number, signal: AbortSignal) => Promise<ArrayBufferLike>;
  /** How many builds run at the same time; further ones wait. */
  readonly count: number;
  /** Ends threads and connections. */
  readonly close: () => Promise<void>;
}

/** Builds small indexes here, all others in threads. */
export const quickestBuilder = (workers: IndexWorkers): QuickestBuilder => {
  const here = indexBuilder();
  return {
    build: (job, events, signal) =>
      events <= smallMax ? here.build(job, signal) : workers.build(job, signal),
    count: workers.count,
    close: async () => {
      await workers.close();
      await here.close();
    },
  };
};

/** The index in a buffer that was just built; throws where it is none. */
export const indexIn = (bytes: ArrayBufferLike): OrganizationIndex => {
  const decoded = decodeIndex(bytes);
  if (decoded._tag === 'Right') return decoded.right;
  throw new Error(`A built index cannot be read: ${decoded.left}.`);
};

/** The bytes of an index that was decoded: all of its columns lie in one buffer. */
export const sizeOf = ({ lastSeen }: OrganizationIndex): number => lastSeen.buffer.byteLength;
