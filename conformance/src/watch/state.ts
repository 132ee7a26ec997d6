import type { HistoryRecord } from '../model/history.js';
import type { Endpoint } from '../model/request.js';

/** In what state an answer was: what is right of a settled one may be wrong of one that is pending or failed. */
export type Circumstance = 'settled' | 'pending' | 'failed';

/** Where a rule was seen to fail. */
export interface Place {
  readonly circumstance: Circumstance;
  readonly endpoint: Endpoint;
  readonly probe: string;
  /** The variant of the probe, where it has several. */
  readonly rotation?: number;
}

/** A rule that seems to have changed, until another observation confirms or dismisses that. */
export interface Suspect {
  readonly rule: string;
  readonly kind: 'broken' | 'fixed';
  /** `null` where the failure is in no one answer. */
  readonly place: Place | null;
  /** The last request before it was suspected: later ones in the same round are other observations. */
  readonly seq: number;
  /** It was asked for again, and what failed was not observed: the next answers that show it decide. */
  readonly isRechecked: boolean;
}

/** A rule that is broken. */
export interface Broken {
  /** When it was confirmed, ISO 8601. */
  readonly at: string;
  readonly place: Place | null;
}

/** A run that asks for suspected rules alone, and may take several hours. */
export interface Recheck {
  readonly rules: readonly string[];
  readonly probes: readonly string[];
  readonly records: readonly HistoryRecord[];
}

/** All that a watch keeps between two hours. */
export interface WatchState {
  readonly format: 2;
  /** The rules that are broken, by id. */
  readonly broken: Readonly<Record<string, Broken>>;
  readonly suspects: readonly Suspect[];
  /** Rules that were suspected in this round and are not: what counts is what follows that request. */
  readonly dismissed: Readonly<Record<string, number>>;
  readonly recheck: Recheck | null;
  /** Rounds of the whole plan that were completed. */
  readonly rounds: number;
  /** The current round: a run that is continued every hour. */
  readonly round: readonly HistoryRecord[];
  /** When the service was last asked; `null` before. */
  readonly askedAt: string | null;
  /** Whether it answered then. */
  readonly isReached: boolean;
}

/** What a watch begins with. */
export const newWatch: WatchState = {
  format: 2,
  broken: {},
  suspects: [],
  dismissed: {},
  recheck: null,
  rounds: 0,
  round: [],
  askedAt: null,
  isReached: true,
};
