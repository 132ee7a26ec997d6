import { type Chance, rounded } from './chance.js';
import { type EventKind, eventKinds } from './organization-shape.js';

/** How many facts of each kind of event. */
export type EventCounts = Readonly<Record<EventKind, number>>;

/** So that a small sample, too, has boards to compare and something of each kind on them. */
const countsMin: EventCounts = {
  board: 4,
  post: 8,
  comment: 4,
  reaction: 4,
  visit: 8,
  attachment: 3,
  play: 2,
  scan: 2,
};

/** Splits events into kinds by their shares; visits take what rounding leaves, so the sum is exact. */
export const splitEvents = (
  eventsCount: number,
  shares: Readonly<Record<EventKind, number>>,
): EventCounts => {
  const whole = eventKinds.reduce((sum, kind) => sum + shares[kind], 0);
  const counts = Object.fromEntries(
    eventKinds.map((kind) => {
      const count = Math.round((eventsCount * shares[kind]) / whole);
      return [kind, shares[kind] === 0 ? 0 : Math.max(countsMin[kind], count)];
    }),
  ) as Record<EventKind, number>;
  const others = eventKinds.reduce((sum, kind) => sum + (kind === 'visit' ? 0 : counts[kind]), 0);
  counts.visit = eventsCount - others;
  return counts;
};

/** Hands out counts in parts. */
export interface EventStock {
  /**
   * Takes a part for a share of what is left. The last part takes all; until then something is
   * left of posts and attachments, since others stand on them.
   */
  readonly take: (kind: EventKind, share: number) => number;
}

/** The counts to hand out, with luck in the size of each part. */
export const eventStock = (counts: EventCounts, chance: Chance): EventStock => {
  const left = { ...counts };
  return {
    take: (kind, share) => {
      const kept = kind === 'post' || kind === 'attachment' ? 1 : 0;
      const part =
        share >= 1
          ? left[kind]
          : Math.min(
              left[kind] - kept,
              rounded(chance, left[kind] * share * (0.5 + chance.fraction())),
            );
      left[kind] -= Math.max(0, part);
      return Math.max(0, part);
    },
  };
};
