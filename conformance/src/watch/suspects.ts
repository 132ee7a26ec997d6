import type { History } from '../model/history.js';
import type { ReportedRule } from '../model/report.js';
import type { Answered } from './ask.js';
import { after, isObserved, placeIn, verdictIn } from './observation.js';
import type { Suspect, WatchState } from './state.js';

/** A change of a rule that two observations show. */
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

const changeOf = (kind: Change['kind'], rule: ReportedRule, at: string): Change => ({
  at,
  kind,
  rule: rule.id,
  clause: rule.clause,
  message: rule.message,
  curl: rule.evidence[0]?.curl ?? '',
});

const lastSeq = ({ exchanges }: History): number => exchanges.at(-1)?.seq ?? 0;

/** What another observation says of a suspect; `open` when it does not show what failed. */
export type Fate = 'confirmed' | 'dismissed' | 'open';

/** Takes suspects that were decided out of the state, and notes what is broken now. */
export const settle = (
  state: WatchState,
  fates: ReadonlyMap<Suspect, Fate>,
  rules: readonly ReportedRule[],
  { at, seq }: { readonly at: string; readonly seq: number },
): { readonly state: WatchState; readonly changes: readonly Change[] } => {
  const of = (fate: Fate) => state.suspects.filter((one) => fates.get(one) === fate);
  const confirmed = of('confirmed');
  const names = new Set(confirmed.map(({ rule }) => rule));
  const broken = [
    ...Object.entries(state.broken).filter(([rule]) => !names.has(rule)),
    ...confirmed.flatMap(({ kind, rule, place }) =>
      kind === 'broken' ? [[rule, { at, place }] as const] : [],
    ),
  ];
  return {
    state: {
      ...state,
      broken: Object.fromEntries(broken),
      suspects: state.suspects.filter((one) => (fates.get(one) ?? 'open') === 'open'),
      dismissed: {
        ...state.dismissed,
        ...Object.fromEntries(of('dismissed').map(({ rule }) => [rule, seq])),
      },
    },
    changes: confirmed.flatMap(({ kind, rule }) =>
      rules.filter(({ id }) => id === rule).map((one) => changeOf(kind, one, at)),
    ),
  };
};

/** Decides suspects by what the round answered after they were suspected. */
export const decideByRound = (state: WatchState, { report, history }: Answered) => {
  const fates = new Map(
    state.suspects
      .filter(({ kind }) => kind === 'broken')
      .map((one): readonly [Suspect, Fate] => {
        const later = after(history, one.seq);
        const verdict = verdictIn(later, one.rule);
        if (verdict === 'fail') return [one, 'confirmed'];
        return [one, verdict === 'pass' && isObserved(one.place, later) ? 'dismissed' : 'open'];
      }),
  );
  return settle(state, fates, report.rules, { at: report.endedAt, seq: lastSeq(history) });
};

/** What seems to have changed: rules that fail now, and after a whole round those that hold again. */
export const suspected = (state: WatchState, { report, history }: Answered): readonly Suspect[] => {
  const seq = lastSeq(history);
  const known = new Set([...state.suspects.map(({ rule }) => rule), ...Object.keys(state.broken)]);
  const failsAnew = ({ id }: ReportedRule): boolean => {
    const dismissed = state.dismissed[id];
    return dismissed === undefined || verdictIn(after(history, dismissed), id) === 'fail';
  };
  const broke = report.rules
    .filter((rule) => rule.inScope && rule.verdict === 'fail' && !known.has(rule.id))
    .filter(failsAnew)
    .map((rule) => ({ kind: 'broken' as const, rule: rule.id, place: placeIn(history, rule) }));
  const held = report.rules
    .filter((rule) => report.ended === 'complete' && rule.verdict === 'pass')
    .flatMap(({ id }) => {
      const place = state.broken[id]?.place;
      return place !== undefined && isObserved(place, history)
        ? [{ kind: 'fixed' as const, rule: id, place }]
        : [];
    })
    .filter(({ rule }) => !state.suspects.some((one) => one.rule === rule));
  return [...broke, ...held].map((one) => ({ ...one, seq, isRechecked: false }));
};
