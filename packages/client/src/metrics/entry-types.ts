import type { FigureOf } from '@tallyboard/core';
import type { Dimensions } from '@tallyboard/core/vocabulary';

type Identity<Entry> = Omit<FigureOf<Entry, readonly []>, 'data'>;

/** An entry whose figure is there. */
export interface ReadyFigure<Entry, D extends Dimensions> extends FigureOf<Entry, D> {
  /** Distinguishes it from the others. */
  readonly status: 'ready';
}

/** An entry whose computation failed. It has no figure, and that is not zero. */
export interface FailedFigure<Entry> extends Identity<Entry> {
  /** Distinguishes it from the others. */
  readonly status: 'failed';
  /** Why, as a name for programs. */
  readonly code: string;
  /** Why, as a sentence for people. */
  readonly detail: string;
}

/** An entry that was still being computed when the call ended. It has no figure, and that is not zero. */
export interface PendingFigure<Entry> extends Identity<Entry> {
  /** Distinguishes it from the others. */
  readonly status: 'pending';
}

/** The state of an entry at the end of a call. */
export type SettledFigure<Entry, D extends Dimensions> =
  | ReadyFigure<Entry, D>
  | FailedFigure<Entry>;

/** One element per entry of the request, in its order. */
export type SettledFigures<Entries extends readonly unknown[], D extends Dimensions> = {
  readonly [I in keyof Entries]: SettledFigure<Entries[I], D>;
};

/** One element per entry of the request, in its order, some without an end. */
export type FiguresSoFar<Entries extends readonly unknown[], D extends Dimensions> = {
  readonly [I in keyof Entries]: SettledFigure<Entries[I], D> | PendingFigure<Entries[I]>;
};
