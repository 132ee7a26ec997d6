import type { Environment } from './environment.js';
import type { Activity } from './schools.js';
import type { Spread } from './statistics.js';

/* Everything that a run finds out, as it goes into JSON. */

/** One engine at one work: `medianMs` is null where its answers were wrong, so that nothing was timed. */
export interface Result {
  readonly work: string;
  readonly engine: string;
  readonly activity: Activity;
  readonly events: number;
  readonly members: number;
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
  /** Of the medians of the rounds. */
  readonly minMs: number | null;
  readonly maxMs: number | null;
  readonly samples: number;
  readonly ratioToOurs: number | null;
  readonly agrees: boolean;
  /** Of estimates the largest error, as a share of the right answer. */
  readonly error?: number;
}

/** A work that an engine was not asked. */
export interface LeftOut {
  readonly engine: string;
  readonly work: string;
  readonly events: number;
  readonly reason: string;
}

/** An engine's two organizations of one size in its process. */
export interface Loaded {
  readonly engine: string;
  readonly version: string;
  readonly events: number;
  readonly loadMs: Readonly<Record<Activity, number>>;
  /** What the process grew by, for an event. */
  readonly rssBytesPerEvent: number;
}

/** How an index of ours is made, and what it takes, in a process of its own. */
export interface Made {
  readonly events: number;
  readonly activity: Activity;
  readonly members: number;
  readonly buildMs: Spread;
  /** The smallest program that counts the same columns. */
  readonly floorMs: Spread;
  readonly encodeMs: Spread;
  readonly decodeMs: Spread;
  /** The stored index, whole and without what only describes members. */
  readonly storedBytes: number;
  readonly storedBytesWithoutMembers: number;
  /** What the process held more than before. */
  readonly columnsRss: number;
  readonly columnsMemory: number;
  readonly indexRss: number;
  readonly indexMemory: number;
}

export interface HttpResult {
  /** `parsing` reads the body as JSON and writes its answer as JSON; `bare` does neither. */
  readonly server: 'tallyboard' | 'parsing' | 'bare';
  readonly requestsPerSecond: Spread;
  readonly p99Ms: Spread;
  readonly ratioToBare: number;
  readonly bytes: number;
  readonly connections: number;
}

export interface RequestLane {
  readonly entries: number;
  readonly bytes: number;
  readonly planMicros: Spread;
  readonly parseMicros: Spread;
}

export interface LoopDelay {
  readonly during: string;
  readonly events: number;
  readonly seconds: number;
  readonly answers: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Report {
  readonly environment: Environment & { readonly rounds: number };
  readonly results: readonly Result[];
  readonly leftOut: readonly LeftOut[];
  readonly loaded: readonly Loaded[];
  readonly made: readonly Made[];
  readonly requestLane: RequestLane | null;
  readonly eventLoop: readonly LoopDelay[];
  readonly http: readonly HttpResult[];
}
