import { canonical, shown } from '../model/json.js';
import type { Table } from './table.js';

/** `specification`: its sentences say so. `reading`: so by the published definitions; another service may differ. */
export type Level = 'specification' | 'reading';

/** What breaks a law: the answers, and a sentence for people. */
export interface Finding {
  /** The requests whose answers contradict each other. */
  readonly seqs: readonly number[];
  /** What it is about, the same when it is found again in other answers. */
  readonly about: string;
  /** The last day that it is about. */
  readonly until: number;
  readonly says: string;
}

/** Answers that cannot all be true, with the law that says so. */
export interface Contradiction extends Finding {
  readonly law: string;
  readonly level: Level;
}

/** What breaks a law, one after another. */
export type Findings = Iterable<Finding>;

/** Something that holds for any two answers, whichever requests brought them. */
export interface Law {
  /** The rule of the registry that it decides. */
  readonly id: string;
  /** That of the specification when left out. */
  readonly level?: 'reading';
  /** How binding its rule is; derived from what sentences say together when left out. */
  readonly binding?: 'must' | 'inferred';
  /** What holds, in our words. */
  readonly clause: string;
  /** The sentence of the specification that it follows from; of a reading, the published definition. */
  readonly sentence: string;
  /** Whether a table has answers that the law applies to. */
  readonly speaksOf: (table: Table) => boolean;
  /** Measures of the engine whose claims it stands for, when it is a law of claims. */
  readonly measures?: (measure: string, kind: 'time' | 'groups') => boolean;
  /** It rests on rows that were seen when a request was made, and on nothing having changed since. */
  readonly remembers?: boolean;
  readonly find?: (table: Table) => Findings;
}

/** Whether a table has two figures of some metrics, not all zero. */
export const hasFigures =
  (...names: readonly string[]) =>
  ({ figures }: Table): boolean =>
    figures.filter(({ name, data }) => names.includes(name) && data !== 0).length > 1;

/** Whether a table has rows of two answers. */
export const hasRows = ({ rows }: Table): boolean => new Set(rows.map(({ seq }) => seq)).size > 1;

/** A piece of an answer: the number of its request, and the last day that it is about. */
export interface Piece {
  readonly seq: number;
  readonly to: number;
}

/** A finding in some pieces of answers. */
export const finding = (pieces: readonly Piece[], about: string, says: string): Finding => ({
  seqs: [...new Set(pieces.map(({ seq }) => seq))],
  about,
  until: Math.max(...pieces.map(({ to }) => to)),
  says,
});

/** The value of a thing that has one value wherever it appears; the label is its key as people read it. */
type Sighting = readonly [key: string, value: unknown, label?: string];

/** What differs from where it was first seen. */
export function* sameEverywhere<P extends Piece>(
  pieces: readonly P[],
  sightingsIn: (piece: P) => readonly Sighting[],
): Findings {
  const first = new Map<string, readonly [P, unknown]>();
  for (const piece of pieces)
    for (const [key, value, label = key] of sightingsIn(piece)) {
      const [before, earlier] = first.get(key) ?? [];
      if (before === undefined) first.set(key, [piece, value]);
      if (before === undefined || earlier === value || canonical(earlier) === canonical(value))
        continue;
      const says = `${label} is ${shown(earlier)} (request ${before.seq}) and ${shown(value)} (request ${piece.seq})`;
      yield finding([before, piece], key, says);
    }
}
