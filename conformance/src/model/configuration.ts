import type { Endpoint, TargetName } from './request.js';

/** A target whose key was found. */
export interface Target {
  /** The organization's id, with its prefix. */
  readonly org: string;
  /** A key, in plain text; no history or report shows it. */
  readonly key: string;
}

/** Organizations with keys, by name. */
export type Targets = Readonly<Partial<Record<TargetName, Target>>>;

/** Boards that the main key may read, and boards that it may not. */
export interface Boards {
  readonly readable: readonly string[];
  readonly forbidden: readonly string[];
}

/** The settings of a run that have a default of their own. */
export interface RunSettings {
  /** The same seed makes the same plan; 1 when left out. */
  readonly seed: number;
  /** The instant at which the service's figures and rules stand, as ISO 8601; `null` takes the service's Date. */
  readonly now: string | null;
  /** Says that the data does not change: relations that break are then failures. */
  readonly frozen: boolean;
  /** Uses both allowances up to see the 429; blocks the key for up to an hour. */
  readonly quotaCheck: boolean;
  /** Says that nothing was sent with these keys within the hour. */
  readonly freshQuota: boolean;
  /** Waits after the quota check, to see that requests are served again. */
  readonly waitReset: boolean;
  /** Rules to decide, by id or section; all when left out. */
  readonly only: readonly string[];
  /** Rules to leave out; the report names them. */
  readonly skip: readonly string[];
  /** Choices at open points that must not have changed, by rule id. */
  readonly pinned: Readonly<Record<string, string>>;
  /** Requests an hour that each endpoint allows: the default budget; 0 for no limit, 60 when left out. */
  readonly allowance: number;
  /** Longest wait for figures in all; 300 when left out. */
  readonly maxWaitSeconds: number;
  /** Longest wait for one answer; 30 when left out. */
  readonly timeoutSeconds: number;
  /** Longest time spent waiting for answers, in all; 900 when left out. */
  readonly deadlineSeconds: number;
  /** Keeps names and addresses in the history instead of pseudonyms. */
  readonly keepPii: boolean;
}

/** Everything a run needs to know, flags, environment and file already merged. */
export interface RunConfiguration extends RunSettings {
  readonly baseUrl: string;
  readonly targets: Targets;
  readonly boards: Boards;
  readonly rotation: number | 'all';
  readonly facts: string | null;
  /** The most requests to send per endpoint before the quota check. */
  readonly budget: Readonly<Record<Endpoint, number>>;
}

/** The ids of organizations by name. */
export const organizationsOf = (targets: Targets): Readonly<Partial<Record<TargetName, string>>> =>
  Object.fromEntries(Object.entries(targets).map(([name, { org }]) => [name, org]));

/** The most requests an hour of each endpoint: what is said of it, else the allowance. */
export const budgetOf = (
  allowance: number = defaults.allowance,
  said: { readonly metrics?: number; readonly roster?: number } = {},
): RunConfiguration['budget'] => {
  const most = allowance === 0 ? Number.POSITIVE_INFINITY : allowance;
  return { metrics: most, roster: most, ...said, other: Number.POSITIVE_INFINITY };
};

const defaults: RunSettings = {
  seed: 1,
  now: null,
  frozen: false,
  quotaCheck: false,
  freshQuota: false,
  waitReset: false,
  only: [],
  skip: [],
  pinned: {},
  allowance: 60,
  maxWaitSeconds: 300,
  timeoutSeconds: 30,
  deadlineSeconds: 900,
  keepPii: false,
};

/** The settings among options, with the defaults of those that are left out or `null`. */
export const settingsOf = (options: Readonly<Partial<RunSettings>>): RunSettings => {
  const given = Object.entries<unknown>(options).filter(
    ([name, value]) => Object.hasOwn(defaults, name) && (value ?? null) !== null,
  );
  return { ...defaults, ...Object.fromEntries(given) };
};

const recorded = [
  ...(['seed', 'now', 'frozen', 'quotaCheck', 'freshQuota', 'waitReset'] as const),
  ...(['only', 'skip', 'pinned'] as const),
] as const;

/** The settings that a history records: judges read them. */
export type RecordedSettings = Pick<RunSettings, (typeof recorded)[number]>;

/** The settings that a history records. */
export const recordedOf = (settings: RecordedSettings): RecordedSettings =>
  Object.fromEntries(recorded.map((name) => [name, settings[name]])) as unknown as RecordedSettings;
