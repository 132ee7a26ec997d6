import type { HistoryRecord } from '../model/history.js';
import type { Endpoint } from '../model/request.js';
import { ask, isOfOneMonth, isReached, type Watched } from './ask.js';
import { isObserved } from './observation.js';
import type { Place, Recheck, Suspect, WatchState } from './state.js';
import { type Fate, settle } from './suspects.js';

const newRecheck = (suspects: readonly Suspect[]): Recheck => ({
  rules: suspects.map(({ rule }) => rule),
  probes: [...new Set(suspects.flatMap(({ place }) => probesAt(place)))],
  records: [],
});

const randomProbe: Readonly<Record<Endpoint, readonly string[]>> = {
  metrics: ['MX'],
  roster: ['RX'],
  other: [],
};

/** What was seen while something was pending shows when new figures are asked for: random questions do. */
const probesAt = (place: Place | null): readonly string[] => {
  if (place === null) return [];
  return place.circumstance === 'pending'
    ? [place.probe, ...randomProbe[place.endpoint]]
    : [place.probe];
};

const isRandom = (probe: string): boolean => Object.values(randomProbe).flat().includes(probe);

/** The longest time to ask random questions for, other ones in each hour. */
const randomSeconds = 10;

const wanted = { broken: 'fail', fixed: 'pass' } as const;

const hourMs = 3_600_000;
const hoursOf = ({ askedAt }: WatchState): number =>
  askedAt === null ? 0 : Math.floor(Date.parse(askedAt) / hourMs);

const sentIn = (records: readonly HistoryRecord[]): number =>
  records.findLast((record) => record.type === 'sent')?.seq ?? 0;

/** Asks again for what seems to have changed, and for nothing else. */
export const askAgain = async (watched: Watched, state: WatchState) => {
  const waiting = state.suspects.filter((one) => !one.isRechecked);
  if (waiting.length === 0) return { state, changes: [], records: [] };
  const recheck = state.recheck ?? newRecheck(waiting);
  const { rules: only, probes } = recheck;
  const answered = await ask(watched, {
    only,
    probes,
    resume: recheck.records,
    ...(probes.some(isRandom) ? { exhaustiveSeconds: randomSeconds, seed: hoursOf(state) } : {}),
  });
  const { report, history } = answered;
  const records = answered.records.slice(recheck.records.length);
  if (!isReached(report) || !isOfOneMonth(answered.records)) {
    return { state: { ...state, recheck: null }, changes: [], records };
  }
  const asked = waiting.filter(({ rule }) => only.includes(rule));
  const isOver = report.ended !== 'quota' && report.ended !== 'pending';
  const fateOf = ({ kind, rule, place }: Suspect): Fate => {
    const { verdict } = report.rules.find(({ id }) => id === rule) ?? {};
    const isSeen = isObserved(place, history);
    if (verdict === wanted[kind] && (kind === 'broken' || isSeen)) return 'confirmed';
    if (!isOver || !isSeen || (verdict !== 'pass' && verdict !== 'fail')) return 'open';
    return 'dismissed';
  };
  const fates = new Map(asked.map((one) => [one, fateOf(one)] as const));
  // The round has not moved meanwhile: what it shows after its last request is new.
  const at = { at: report.endedAt, seq: sentIn(state.round) };
  const settled = settle(state, fates, report.rules, at);
  const suspects = settled.state.suspects
    // A rule that holds again is noticed anew at the end of each round.
    .filter((one) => !(isOver && asked.includes(one) && one.kind === 'fixed'))
    .map((one) => (isOver && asked.includes(one) ? { ...one, isRechecked: true } : one));
  return {
    state: {
      ...settled.state,
      suspects,
      recheck: isOver ? null : { ...recheck, records: answered.records },
    },
    changes: settled.changes,
    records,
  };
};
