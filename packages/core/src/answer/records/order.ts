import type { IncludeRow } from '../../catalog/includes.js';
import { byCodeUnits } from '../../model/by-code-units.js';
import type { Instant } from '../../model/instant.js';

interface Dated {
  readonly id: string;
  readonly createdAt: Instant;
}

interface Placed extends Dated {
  readonly sortIndex?: number | null;
}

/** Boards, organizations and comments: the oldest first. */
export const byAge = (a: Dated, b: Dated): number =>
  a.createdAt - b.createdAt || byCodeUnits(a.id, b.id);

/** Sections and posts: by their place on the board, then the oldest first. */
const byPlace = (a: Placed, b: Placed): number =>
  (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || byAge(a, b);

const comparisons = { place: byPlace, age: byAge };

/** The rows in the order of a document (P33). */
export const inOrder = <Row extends Placed>(
  rows: readonly Row[],
  order: IncludeRow['order'],
): readonly Row[] => rows.toSorted(comparisons[order]);
