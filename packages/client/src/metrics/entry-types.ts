import type { MetricData } from '@tallyboard/core';
import type { MetricName, ResolvedProperties } from '@tallyboard/core/vocabulary';
import type { MetricTypes, MonthlyMetricName } from './metric-types.js';

/** An entry of a request for single figures: a metric with the properties that it takes. */
export type PlainEntry = {
  [Name in MetricName]: { readonly name: Name } & MetricTypes[Name]['plain'];
}[MetricName];

/** An entry of a request for series by month. */
export type MonthlyEntry = {
  [Name in MonthlyMetricName]: { readonly name: Name } & NonNullable<MetricTypes[Name]['monthly']>;
}[MonthlyMetricName];

/** What is in `dimensions`: nothing, or `month`. */
export type Dimensions = readonly 'month'[];

/** What may stand in `metrics`, by the dimensions; either when those are not known yet. */
export type EntryFor<D extends Dimensions> = D extends readonly []
  ? PlainEntry
  : D extends readonly ['month', ...Dimensions]
    ? MonthlyEntry
    : PlainEntry | MonthlyEntry;

type ByMonth<D extends Dimensions> = D extends readonly []
  ? false
  : D extends readonly ['month', ...Dimensions]
    ? true
    : boolean;

/** What is in `data` of an entry: it follows from name, properties and dimensions (2.5). */
export type DataOf<Entry, D extends Dimensions = readonly []> = Entry extends {
  readonly name: infer Name extends MetricName;
}
  ? MetricData<{ readonly name: Name; readonly properties: Entry }, ByMonth<D>>
  : never;

interface Identity<Entry> {
  readonly name: Entry extends { readonly name: infer Name extends MetricName } ? Name : never;
  /** As they were resolved: omitted ones are `all`, duplicates are gone (2.3). */
  readonly properties: ResolvedProperties;
}

/** An entry whose figure is there. */
export interface ReadyFigure<Entry, D extends Dimensions> extends Identity<Entry> {
  /** Distinguishes it from the others. */
  readonly status: 'ready';
  /** The shape follows from the entry and from `dimensions`. */
  readonly data: DataOf<Entry, D>;
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
