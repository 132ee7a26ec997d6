import type {
  CategoryCount,
  FigureShape,
  MetricName,
  MetricTable,
  MonthlyMemberStatus,
  OneOrMany,
  PropertyRow,
  Requirement,
  Subscription,
} from '@tallyboard/core';

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

type FigureOf<Shape extends FigureShape> = Shape extends {
  readonly kind: 'ranking';
  readonly label: infer Label extends string;
  readonly figure: infer Figure;
}
  ? Ranking<Label, Figure extends 'sortBy' ? 'sorted' : 'plays'>
  : {
      count: number;
      rate: number | null;
      countsByWord: Readonly<Record<string, number>>;
      categoryCounts: readonly CategoryCount[];
      subscription: Subscription;
      ranking: never;
    }[Shape['kind']];

/**
 * Tables 2.4 and 2.5 as types, made from the table of the core: of each metric the properties that an
 * entry takes, plain and by month; the figure; and its key in a monthly row. `null` where a metric has no
 * monthly form. A ranking's figure is named by the word that it is sorted by; that is what `sorted` is for.
 */
export type MetricTypes = {
  readonly [Name in MetricName]: {
    readonly plain: EntryOf<PropertiesOf<Name>, 'plain', 'optional'>;
    readonly monthly: MetricTable[Name]['monthlyKey'] extends null
      ? null
      : EntryOf<PropertiesOf<Name>, 'monthly', 'optional' | 'monthlyOnly'>;
    readonly figure: FigureOf<MetricTable[Name]['shape']>;
    readonly key: MetricTable[Name]['monthlyKey'];
  };
};

/** Stands in the table for a list of ranked items, before the word that it is sorted by is known. */
export interface Ranking<Label extends string, Figure extends string> {
  /** The member that names an item: `title`, or `name` of people. */
  readonly label: Label;
  /** The member that ranks it: `plays`, or `sorted` for the word of `sortBy`. */
  readonly figure: Figure;
}

/** The metrics that have a series by month. */
export type MonthlyMetricName = {
  [Name in MetricName]: MetricTypes[Name]['monthly'] extends null ? never : Name;
}[MetricName];
