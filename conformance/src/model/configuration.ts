import type { Endpoint, TargetName } from './request.js';

/** A target whose key was found. */
export interface Target {
  /** The organization's id, with its prefix. */
  readonly org: string;
  /** A key, in plain text; no history or report shows it. */
  readonly key: string;
}

/** Everything a run needs to know, flags, environment and file already merged. */
export interface RunConfiguration {
  readonly baseUrl: string;
  readonly targets: Readonly<Partial<Record<TargetName, Target>>>;
  readonly boards: { readonly readable: readonly string[]; readonly forbidden: readonly string[] };
  readonly seed: number;
  readonly rotation: number | 'all';
  readonly allowance: number;
  readonly exhaustiveSeconds: number;
  readonly now: string | null;
  readonly frozen: boolean;
  readonly quotaCheck: boolean;
  readonly freshQuota: boolean;
  readonly waitReset: boolean;
  readonly facts: string | null;
  readonly only: readonly string[];
  /** Sent beside what decides the rules of `only`. */
  readonly probes: readonly string[];
  readonly skip: readonly string[];
  /** The most requests to send per endpoint before the quota check. */
  readonly budget: Readonly<Record<Endpoint, number>>;
  /** The most further requests that cut failing ones down. */
  readonly reduceMax: number;
  /** The most seconds to wait for figures to be computed, in all. */
  readonly maxWaitSeconds: number;
  readonly timeoutSeconds: number;
  /** The most seconds to spend waiting for answers, in all. */
  readonly deadlineSeconds: number;
  readonly pinned: Readonly<Record<string, string>>;
  readonly keepPii: boolean;
}
