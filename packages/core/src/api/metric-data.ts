import type { CategoryCount, Subscription } from './figure.js';
import type { MetricName, MetricTable } from './metrics.js';

/* The type of a metric's data (2.5), made from table 2.4. */

/** A ranked item with its name and its figure. */
type Ranked<Label extends string, Figure extends string> = { readonly hashid: string } & Readonly<
  Record<Label, string>
> &
  Readonly<Record<Figure, number>>;

/** A row of a series. */
type Row<Key extends string> = { readonly month: string } & Readonly<Record<Key, number>>;

/** The figure of one slice; `Word` is what a ranking is sorted by. */
type FigureOf<Name extends MetricName, Word> = MetricTable[Name]['shape'] extends {
  readonly kind: 'ranking';
  readonly label: infer Label extends string;
  readonly figure: infer Figure extends string;
}
  ? readonly Ranked<Label, Figure extends 'sortBy' ? Extract<Word, string> : Figure>[]
  : {
      readonly count: number;
      readonly rate: number | null;
      readonly countsByWord: Readonly<Record<string, number>>;
      readonly categoryCounts: readonly CategoryCount[];
      readonly subscription: Subscription;
      readonly ranking: never;
    }[MetricTable[Name]['shape']['kind']];

type SeriesOf<Name extends MetricName> = MetricTable[Name]['monthlyKey'] extends infer Key extends
  string
  ? readonly Row<Key>[]
  : never;

type SlicedOf<Name extends MetricName, ByMonth extends boolean, Word> = ByMonth extends true
  ? SeriesOf<Name>
  : FigureOf<Name, Word>;

/** The word or the list of words of the property that breaks figures down. */
type BreakdownOf<Properties> = {
  readonly [P in keyof Properties & ('status' | 'sortBy' | 'mediaType')]: Properties[P];
}[keyof Properties & ('status' | 'sortBy' | 'mediaType')];

type ByWords<Name extends MetricName, Word extends string, ByMonth extends boolean> = {
  readonly [W in Word]: SlicedOf<Name, ByMonth, W>;
};

/** A list gives a figure for each of its words; one whose words are not known, for some of them. */
type DataOf<Name extends MetricName, Breakdown, ByMonth extends boolean> = [Breakdown] extends [
  never,
]
  ? SlicedOf<Name, ByMonth, never>
  : Breakdown extends readonly (infer Word extends string)[]
    ? number extends Breakdown['length']
      ? Partial<ByWords<Name, Word, ByMonth>>
      : ByWords<Name, Word, ByMonth>
    : SlicedOf<Name, ByMonth, Breakdown>;

/**
 * The data of a query's figure (2.5): as exact as the types of its name, of its properties, and of `byMonth` are.
 */
export type MetricData<
  Query extends { readonly name: MetricName; readonly properties: object },
  ByMonth extends boolean,
> = Query['name'] extends infer Name
  ? Name extends MetricName
    ? DataOf<Name, BreakdownOf<Query['properties']>, ByMonth>
    : never
  : never;
