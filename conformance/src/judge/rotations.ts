import type { History } from '../model/history.js';

interface Rotated {
  readonly rotation?: number;
}

const isOf = (rotation: number) => (one: Rotated) => one.rotation === rotation;

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

/**
 * One history for each rotation of which some of these probes sent a variant of their own: a judge
 * reads one answer to a probe. Where no probe was sent in several variants, the history itself.
 */
export const rotationsIn = (history: History, named: readonly string[]): readonly History[] => {
  const rotations = new Set([
    ...history.exchanges
      .filter(({ sent }) => named.includes(sent.request.probe))
      .map(({ sent }) => sent.rotation),
    ...history.leftOut.filter((left) => named.includes(left.probe)).map(({ rotation }) => rotation),
  ]);
  const several = [...rotations].filter((one) => one !== undefined);
  return several.length === 0
    ? [history]
    : several.map((rotation) => remembered(history, rotation));
};
