import { type Comparison, present, type Series, type Side } from './across.js';

/** A figure, where the answers have it. */
type Maybe<A> = Side<A> | null | undefined;

/** The first figure is at most the second. */
export const atMost = (small: Maybe<number>, large: Maybe<number>): Comparison | null =>
  !small || !large
    ? null
    : {
        holds: small.value <= large.value,
        trivial: large.value === 0,
        says: `${small.label} ${small.value} <= ${large.label} ${large.value}`,
        answers: [small.answer, large.answer],
      };

/** Two figures are equal. */
export const equal = (left: Maybe<number>, right: Maybe<number>): Comparison | null =>
  !left || !right
    ? null
    : {
        holds: left.value === right.value,
        trivial: left.value === 0 && right.value === 0,
        says: `${left.label} ${left.value} = ${right.label} ${right.value}`,
        answers: [left.answer, right.answer],
      };

/** Figures added up; nothing when one of them is missing. */
export const sum = (label: string, sides: readonly Maybe<number>[]): Side<number> | null => {
  const there = present(sides);
  const [first] = there;
  return first === undefined || there.length < sides.length
    ? null
    : { label, value: there.reduce((total, side) => total + side.value, 0), answer: first.answer };
};

/** A series added up. */
export const total = (series: Side<Series> | null): Side<number> | null =>
  series === null
    ? null
    : { ...series, value: [...series.value.values()].reduce((all, one) => all + one, 0) };

/** The largest figure of a series. */
export const largest = (series: Side<Series> | null): Side<number> | null =>
  series === null
    ? null
    : { ...series, value: [...series.value.values()].reduce((a, b) => Math.max(a, b), 0) };

/** The figure of the last month of a series. */
export const last = (series: Side<Series> | null): Side<number> | null => {
  const month = [...(series?.value.keys() ?? [])].toSorted().at(-1);
  return series === null || month === undefined
    ? null
    : { ...series, value: series.value.get(month) ?? 0 };
};
