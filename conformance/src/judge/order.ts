import type { Row } from './roster-answer.js';

/** A value to sort by; no value is `null` or the empty text (4.2.4). */
export type SortValue = string | number | null;

/** The values of a column down a page. */
export const columnOf = (rows: readonly Row[], name: string): readonly SortValue[] =>
  rows.map((row) => {
    const value = row.attributes[name];
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null;
  });

/** True when what has no value is first upward and last downward (4.2.4). */
export const emptyAtTheirEnd = (values: readonly SortValue[], descending: boolean): boolean => {
  const upward = descending ? values.toReversed() : values;
  const firstValued = upward.findIndex((value) => value !== null);
  return firstValued === -1 || upward.slice(firstValued).every((value) => value !== null);
};

/** True when the values that there are do not go against the order. */
export const inOrder = (values: readonly SortValue[], descending: boolean): boolean => {
  const valued = values.filter((value) => value !== null);
  return valued.every((value, index) => {
    const before = valued[index - 1];
    if (before === undefined || typeof before !== typeof value) return true;
    return descending ? before >= value : before <= value;
  });
};
