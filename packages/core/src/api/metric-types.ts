import type { MetricData } from './metric-data.js';
import type {
  MetricName,
  MetricTable,
  MonthlyMemberStatus,
  OneOrMany,
  PropertyRow,
  Requirement,
} from './metrics.js';

type PropertiesOf<Name extends MetricName> = MetricTable[Name]['properties'];

/** The words of a property; by month some of `status` have no series (4.1.8). */
type WordsOf<Property, Row, Form> = Row extends PropertyRow
  ? [Property, Form] extends ['status', 'monthly']
    ? OneOrMany<MonthlyMemberStatus>
    : OneOrMany<Row['values'][number]>
  : never;

/** The names of the properties with one of these requirements. */
type NamesOf<Properties, Wanted extends Requirement> = {
  [P in keyof Properties]: Properties[P] extends { readonly requirement: Wanted } ? P : never;
}[keyof Properties];

/** The properties that an entry must and may carry in a form. */
type EntryOf<Properties, Form, Optional extends Requirement> = {
  readonly [P in NamesOf<Properties, 'required'>]: WordsOf<P, Properties[P], Form>;
} & {
  readonly [P in NamesOf<Properties, Optional>]?: WordsOf<P, Properties[P], Form>;
};

/**
 * Table 2.4 as types, made from the table of the core: of each metric the properties that an entry takes,
 * plain and by month; `null` where a metric has no monthly form.
 */
export type MetricTypes = {
  readonly [Name in MetricName]: {
    readonly plain: EntryOf<PropertiesOf<Name>, 'plain', 'optional'>;
    readonly monthly: MetricTable[Name]['monthlyKey'] extends null
      ? null
      : EntryOf<PropertiesOf<Name>, 'monthly', 'optional' | 'monthlyOnly'>;
  };
};

/** The metrics that have a series by month. */
export type MonthlyMetricName = {
  [Name in MetricName]: MetricTypes[Name]['monthly'] extends null ? never : Name;
}[MetricName];

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

/** The data of an entry: it follows from name, properties and dimensions (2.5). */
export type EntryData<Entry, D extends Dimensions = readonly []> = Entry extends {
  readonly name: infer Name extends MetricName;
}
  ? MetricData<{ readonly name: Name; readonly properties: Entry }, ByMonth<D>>
  : never;

/** Figures to ask for (4.1): only what some organization may ask for compiles. */
export interface FiguresRequest<
  Entries extends readonly EntryFor<D>[],
  D extends Dimensions = readonly [],
> {
  /** The metrics with their properties; each gets one figure. */
  readonly metrics: Entries;
  /** `['month']` asks for series by month. */
  readonly dimensions?: D;
  /** `YYYY-MM`, both or neither; without them the range is the current billing term. */
  readonly from?: string;
  /** The last month, `YYYY-MM`; both months or neither. */
  readonly to?: string;
}

/** A query must have the properties that its metric requires (4.1.5); of a query of any metric nothing is known. */
export type WithRequired<Name extends MetricName> = MetricName extends Name
  ? unknown
  : {
      readonly properties: {
        readonly [P in NamesOf<PropertiesOf<Name>, 'required'>]: OneOrMany<string>;
      };
    };
