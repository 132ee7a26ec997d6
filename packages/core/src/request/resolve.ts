import {
  type MetricName,
  type MetricRow,
  metricCatalog,
  metricNames,
  type OneOrMany,
  type PropertyName,
  type PropertyRow,
  propertyNames,
} from '../api/metrics.js';

/** A metric with its row of table 2.4, and its properties as a list in the order of their names. */
export interface Metric {
  readonly name: MetricName;
  /** The position of the row. */
  readonly position: number;
  readonly row: MetricRow;
  /** The properties that it takes, and how. */
  readonly taken: readonly (PropertyRow & { readonly property: PropertyName })[];
  /** The other properties. */
  readonly notTaken: readonly PropertyName[];
}

/** The metrics of table 2.4 by name. */
export const metricsByName: ReadonlyMap<string, Metric> = new Map(
  metricNames.map((name, position) => {
    const row = metricCatalog[name];
    const taken = propertyNames.flatMap((property) => {
      const how = row.properties[property];
      return how === undefined ? [] : [{ property, ...how }];
    });
    const notTaken = propertyNames.filter((property) => row.properties[property] === undefined);
    return [name, { name, position, row, taken, notTaken }];
  }),
);

/**
 * Properties after resolution but before the rules have passed: the structure of `ResolvedProperties`,
 * any words. A required property that was not sent is absent.
 */
export type DraftProperties = { readonly [P in PropertyName]?: OneOrMany<string> };

/** More words than any property has, and few enough to look for each among those before it. */
const fewWords = 16;

/** The words without repetitions: the same list when it is short and repeats none. */
const distinct = (words: readonly string[]): readonly string[] =>
  words.length <= fewWords && words.every((word, at) => words.indexOf(word) === at)
    ? words
    : [...new Set(words)];

const all = ['all'] as const;

/**
 * The properties that an entry asks for, spelled out (2.3): omitted ones are `all`, `userType` is a
 * list even of one, duplicates collapse to their first occurrence. Properties that the metric does not
 * take do not appear.
 */
export const resolve = (
  { taken }: Metric,
  sent: { readonly [P in PropertyName]?: OneOrMany<string> | undefined },
): DraftProperties => {
  const resolved: { [P in PropertyName]?: OneOrMany<string> } = {};
  for (const { property, requirement } of taken) {
    const words = sent[property];
    const isSlice = property === 'userType';
    if (words === undefined) {
      if (requirement !== 'required') resolved[property] = isSlice ? all : 'all';
    } else if (typeof words === 'string') resolved[property] = isSlice ? [words] : words;
    else resolved[property] = distinct(words);
  }
  return resolved;
};

/** Whether an entry asks for all members together. */
export const isAllMembers = ({ userType }: DraftProperties): boolean =>
  userType?.length === 1 && userType[0] === 'all';

/** One word or several as a list. */
export const listOf = (words: OneOrMany<string> = []): readonly string[] =>
  typeof words === 'string' ? [words] : words;

const lengthOf = (words: OneOrMany<string> | undefined): number =>
  typeof words === 'object' ? words.length : 0;

/**
 * The number of queries that one entry resolves to (4.1.2): one for the metric and one more per
 * distinct value of each property given as a list. `userType` is one combined slice and adds none.
 */
export const countQueries = ({ status, sortBy, mediaType }: DraftProperties): number =>
  1 + lengthOf(status) + lengthOf(sortBy) + lengthOf(mediaType);

/**
 * A text that two queries share exactly when they ask for the same: equal names, and properties equal
 * as sets of words (4.1.1). A list of one word is not that word alone: it is answered by value.
 */
export const queryKey = (query: {
  readonly name: MetricName;
  readonly properties: DraftProperties;
}): string => {
  let key: string = query.name;
  for (const property of propertyNames) {
    const words = query.properties[property];
    if (typeof words === 'string') key += `;${property}=${words}`;
    else if (words?.length === 1) key += `;${property}=[${words[0]!}]`;
    else if (words !== undefined) key += `;${property}=[${words.toSorted().join(',')}]`;
  }
  return key;
};
