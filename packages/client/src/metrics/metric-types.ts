import type {
  MetricName,
  MetricTable,
  MonthlyMemberStatus,
  OneOrMany,
  PropertyRow,
  Requirement,
} from '@tallyboard/core/vocabulary';

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
