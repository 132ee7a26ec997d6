import { requestsPerHour } from '../judge/allowance.js';
import type { HistoryRecord } from '../model/history.js';
import type { Report, ReportedRule } from '../model/report.js';
import { type ConformanceOptions, runConformance } from '../run-conformance.js';
import type { Clock } from '../transport/clock.js';

/** A change of a rule that a second look confirmed. */
export interface Change {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: 'broken' | 'fixed';
  readonly rule: string;
  readonly clause: string;
  readonly message: string;
  /** Sends the request that shows it; empty when nothing does. */
  readonly curl: string;
}

/** Rules that seem to have changed, and the run that asks for them again. */
interface SecondLook {
  readonly kind: Change['kind'];
  readonly rules: readonly string[];
  readonly records: readonly HistoryRecord[];
}

/** All that a watch knows between two hours. */
export interface WatchState {
  readonly format: 1;
  /** The rules that are broken, each with the time of its alarm. */
  readonly broken: Readonly<Record<string, string>>;
  /** Rounds of the whole plan that came to their end. */
  readonly rounds: number;
  /** The round under way: a run that is continued every hour. */
  readonly round: readonly HistoryRecord[];
  /** Changes of this round that a second look did not confirm. */
  readonly dismissed: readonly string[];
  readonly look: SecondLook | null;
  /** When the service was last asked; `null` before. */
  readonly askedAt: string | null;
  /** Whether it answered then. */
  readonly isReached: boolean;
}

/** What a watch begins with. */
export const newWatch: WatchState = {
  format: 1,
  broken: {},
  rounds: 0,
  round: [],
  dismissed: [],
  look: null,
  askedAt: null,
  isReached: true,
};

/** The settings of a watch: a run, and how much of the allowance it may spend. */
export interface Watched {
  readonly run: Omit<ConformanceOptions, 'resume' | 'rotation' | 'budget' | 'quotaCheck'>;
  /** The share of each allowance, above 0 and at most 1. */
  readonly share: number;
}

/** What an hour brought. */
export interface Hour {
  readonly state: WatchState;
  readonly changes: readonly Change[];
}

/** So many rules are asked for in one second look; further ones have their turn after it. */
const looksMax = 4;

const ask = (
  { run, share }: Watched,
  resume: readonly HistoryRecord[],
  only: readonly string[],
) => {
  const { allowance = requestsPerHour } = run;
  const hourly = allowance === 0 ? Number.POSITIVE_INFINITY : Math.floor(allowance * share);
  return runConformance({
    ...run,
    rotation: 'all',
    budget: { metrics: hourly, roster: hourly },
    reduceMax: 0,
    quotaCheck: false,
    exhaustiveSeconds: 0,
    only,
    resume,
  });
};

const changeOf = (kind: Change['kind'], rule: ReportedRule, at: string): Change => ({
  at,
  kind,
  rule: rule.id,
  clause: rule.clause,
  message: rule.message,
  curl: rule.evidence[0]?.curl ?? '',
});

const wanted = { broken: 'fail', fixed: 'pass' } as const;

const isOver = ({ ended }: Report): boolean => ended !== 'quota';

/** Asks again for what seems to have changed: only what looks the same twice is a change. */
const secondLook = async (watched: Watched, state: WatchState, look: SecondLook): Promise<Hour> => {
  const { report, records } = await ask(watched, look.records, look.rules);
  const rules = report.rules.filter(({ id }) => look.rules.includes(id));
  const askedAt = report.endedAt;
  const found = rules.filter(({ verdict }) => verdict === wanted[look.kind]);
  if (!isOver(report) && found.length < rules.length) {
    return { state: { ...state, look: { ...look, records }, askedAt }, changes: [] };
  }
  const names = new Set(found.map(({ id }) => id));
  const kept = Object.entries(state.broken).filter(([id]) => !names.has(id));
  const added = look.kind === 'broken' ? [...names].map((id) => [id, askedAt] as const) : [];
  return {
    state: {
      ...state,
      broken: Object.fromEntries([...kept, ...added]),
      dismissed: [...state.dismissed, ...look.rules.filter((id) => !names.has(id))],
      look: null,
      askedAt,
    },
    changes: found.map((rule) => changeOf(look.kind, rule, askedAt)),
  };
};

/** A round that began in another month asked for other months. */
const isOfOneMonth = (records: readonly HistoryRecord[]): boolean =>
  new Set(records.flatMap((record) => (record.type === 'calendar' ? [record.month] : []))).size <=
  1;

/** What seems to have changed: first what broke, then, of a whole round, what holds again. */
const suspected = (state: WatchState, report: Report): SecondLook | null => {
  const isNew = ({ id }: ReportedRule): boolean => !state.dismissed.includes(id);
  const broke = report.rules
    .filter((rule) => rule.inScope && rule.verdict === 'fail' && isNew(rule))
    .filter(({ id }) => state.broken[id] === undefined);
  const fixed = report.rules
    .filter((rule) => rule.verdict === 'pass' && isNew(rule))
    .filter(({ id }) => report.ended === 'complete' && state.broken[id] !== undefined);
  const [kind, rules] =
    broke.length > 0 ? (['broken', broke] as const) : (['fixed', fixed] as const);
  return rules.length === 0
    ? null
    : { kind, rules: rules.slice(0, looksMax).map(({ id }) => id), records: [] };
};

const unreached: ReadonlySet<string> = new Set(['smoke', 'unanswered', 'deadline']);

/** Continues the round by one hour. */
const nextPart = async (watched: Watched, state: WatchState): Promise<Hour> => {
  const { report, records } = await ask(watched, state.round, watched.run.only ?? []);
  const isSound = isOfOneMonth(records);
  const look = isSound ? suspected(state, report) : null;
  // What follows the last part of a round is a new one, unless something of it is still to be looked at.
  const isDone = !isSound || (isOver(report) && look === null);
  return {
    state: {
      ...state,
      round: isDone ? [] : records,
      rounds: state.rounds + (isDone && report.ended === 'complete' ? 1 : 0),
      dismissed: isDone ? [] : state.dismissed,
      look,
      askedAt: report.endedAt,
      isReached: !unreached.has(report.ended),
    },
    changes: [],
  };
};

/** Spends what an hour allows: on a second look if something seems to have changed, else on the round. */
export const watchHour = (watched: Watched, state: WatchState): Promise<Hour> =>
  state.look === null ? nextPart(watched, state) : secondLook(watched, state, state.look);

/** How long a watch lasts, and what it does with what it finds. */
export interface Watching {
  readonly clock: Clock;
  /** Hours to go on; endless when left out, 0 for one look. */
  readonly hours?: number;
  /** Ends at the first alarm. */
  readonly untilAlarm: boolean;
  /** Keeps the state, at the end of each hour. */
  readonly save: (state: WatchState) => void;
  readonly alarm: (change: Change) => Promise<void>;
}

const hourMs = 3_600_000;

/** Watches hour by hour; gives the last state. */
export const watch = async (
  watched: Watched,
  first: WatchState,
  { clock, hours = Number.POSITIVE_INFINITY, untilAlarm, save, alarm }: Watching,
): Promise<WatchState> => {
  let state = first;
  for (let hour = 0; ; hour += 1) {
    const started = clock.now();
    const { state: next, changes } = await watchHour(watched, state);
    for (const change of changes) await alarm(change);
    // After the alarm: if the process ends before, the next one repeats it.
    state = next;
    save(state);
    if (hour >= hours || (untilAlarm && changes.length > 0)) return state;
    await clock.sleep(Math.max(0, started + hourMs - clock.now()));
  }
};
