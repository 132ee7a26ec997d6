import { shown } from '../../model/json.js';

/** Whether one value must not come before another in an ascending column. */
export type Precedence = (low: unknown, high: unknown) => boolean;

/** No value is `null` or the empty text (4.2.4). */
export const isEmpty = (value: unknown): boolean =>
  typeof value !== 'number' && (typeof value !== 'string' || value === '');

/** Numbers, and texts, that fall; values of different types are not compared. */
export const falls: Precedence = (low, high) =>
  !isEmpty(low) &&
  !isEmpty(high) &&
  typeof low === typeof high &&
  (low as string) > (high as string);

/** What has no value after what has one. */
export const emptiesAfter: Precedence = (low, high) => !isEmpty(low) && isEmpty(high);

/** The first row of a column that is out of order, in words; `null` where all are in order. */
export const disorder = (
  column: string,
  values: readonly unknown[],
  isDown: boolean,
  mayNotPrecede: Precedence,
): string | null => {
  const odd = values.findIndex((here, index) => {
    const before = values[index - 1];
    return index > 0 && (isDown ? mayNotPrecede(here, before) : mayNotPrecede(before, here));
  });
  return odd < 0
    ? null
    : `${column}, ${isDown ? 'descending' : 'ascending'}: row ${odd + 1} has ${shown(values[odd])} after row ${odd} with ${shown(values[odd - 1])}`;
};
