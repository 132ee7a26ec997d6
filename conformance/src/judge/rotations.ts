import type { Exchange, History, LeftOutRecord } from '../model/history.js';
import { readOnce } from '../model/read-once.js';
import { probes } from '../probes/all-probes.js';
import { rotationsMax } from '../probes/probe.js';

interface Rotated {
  readonly rotation?: number;
}

const isOf = (rotation: number) => (one: Rotated) => one.rotation === rotation;

/** Only the random questions of `--exhaustive` have as many variants. */
const isRandom = ({ rotation = 0 }: Rotated): boolean => rotation >= rotationsMax;

/** A history without the random questions that come after the variants of the plan. */
export const ofPlan = readOnce((history: History): History => {
  const exchanges = history.exchanges.filter(({ sent }) => !isRandom(sent));
  return exchanges.length === history.exchanges.length ? history : { ...history, exchanges };
});

/** The history as a run of one rotation would have written it. */
const viewOf = (history: History, rotation: number): History => {
  const lowest = new Map<string, number>();
  const here = new Set<string>();
  const note = (probe: string, one: Rotated): void => {
    if (one.rotation === undefined) return;
    lowest.set(probe, Math.min(one.rotation, lowest.get(probe) ?? one.rotation));
    if (isOf(rotation)(one)) here.add(probe);
  };
  for (const { sent } of history.exchanges) note(sent.request.probe, sent);
  for (const left of history.leftOut) note(left.probe, left);
  // A probe with fewer variants than others is seen in its first one.
  const isSeen = (probe: string, one: Rotated): boolean =>
    one.rotation === undefined || one.rotation === (here.has(probe) ? rotation : lowest.get(probe));
  return {
    ...history,
    exchanges: history.exchanges.filter(({ sent }) => isSeen(sent.request.probe, sent)),
    leftOut: history.leftOut.filter((left) => isSeen(left.probe, left)),
  };
};

const known = new WeakMap<History, Map<number, History>>();

const remembered = (history: History, rotation: number): History => {
  const views = known.get(history) ?? new Map<number, History>();
  known.set(history, views);
  const view = views.get(rotation) ?? viewOf(history, rotation);
  views.set(rotation, view);
  return view;
};

/** What one random question has to do with: nothing but itself. */
const nothingElse: readonly LeftOutRecord[] = probes.map(({ id }) => ({
  type: 'leftOut',
  at: '',
  probe: id,
  why: 'notSelected',
  detail: 'a random question is judged by its own answer',
}));

/** Each random question after those of the plan, alone. */
const randomViews = readOnce((history: History): readonly History[] => {
  const byRotation = new Map<string, Exchange[]>();
  for (const exchange of history.exchanges.filter(({ sent }) => isRandom(sent))) {
    const place = `${exchange.sent.request.probe} ${String(exchange.sent.rotation)}`;
    const before = byRotation.get(place);
    if (before === undefined) byRotation.set(place, [exchange]);
    else before.push(exchange);
  }
  return [...byRotation.values()].map((exchanges) => ({
    ...history,
    exchanges,
    leftOut: nothingElse,
  }));
});

/**
 * One history for each rotation of which some of these probes sent a variant of their own: a judge
 * reads one answer to a probe. Where no probe was sent in several variants, the history itself. Random
 * questions are judged one by one, each without the rest of the run: there are thousands of them.
 */
export const rotationsIn = (history: History, named: readonly string[]): readonly History[] => {
  const plan = ofPlan(history);
  const rotations = new Set([
    ...plan.exchanges
      .filter(({ sent }) => named.includes(sent.request.probe))
      .map(({ sent }) => sent.rotation),
    ...plan.leftOut
      .filter((left) => named.includes(left.probe) && !isRandom(left))
      .map(({ rotation }) => rotation),
  ]);
  const several = [...rotations].filter((one) => one !== undefined);
  const random =
    plan === history
      ? []
      : randomViews(history).filter(({ exchanges: [first] }) =>
          named.includes(first?.sent.request.probe ?? ''),
        );
  // A judge that names no probe reads every answer.
  if (several.length === 0) return random.length === 0 ? [history] : [plan, ...random];
  return [...several.map((rotation) => remembered(plan, rotation)), ...random];
};
