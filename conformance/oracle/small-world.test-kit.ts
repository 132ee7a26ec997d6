import {
  collectFacts,
  type DateRange,
  type Day,
  formatMonth,
  isAccepted,
  type KindedFact,
  monthOfDay,
  parseDay,
  plusMonths,
  type ResolvedQuery,
  readFact,
} from '@tallyboard/core/vocabulary';
import { oracleFigure } from './figure.js';
import { organizationId, type Row } from './small-facts.test-kit.js';
import type { OracleWorld } from './world.js';

const read = (row: Row): KindedFact => {
  const fact = readFact(row);
  if (!isAccepted(fact)) throw new TypeError(JSON.stringify(fact.left));
  return fact.right;
};

/** A day from its text (2.7). */
const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (parsed === null) throw new TypeError(text);
  return parsed;
};

/** The days from the first to the last (2.7). */
export const days = (from: string, to: string): DateRange => ({ from: day(from), to: day(to) });

/** March 2026, the month of the small worlds' today. */
export const march = days('2026-03-01', '2026-03-31');

/** A world of these facts on 15 March 2026, unless told otherwise (2.6). */
export const worldOf = (rows: readonly Row[], today = '2026-03-15'): OracleWorld => ({
  facts: collectFacts(rows.map(read)),
  organizationId,
  today: day(today),
});

/** The figure of a metric that is not a series (2.5). */
export const figure = (
  rows: readonly Row[],
  name: ResolvedQuery['name'],
  properties: ResolvedQuery['properties'] = {},
  range = march,
): unknown => oracleFigure(worldOf(rows), { name, properties }, range, false);

/** The monthly series of a metric (2.5). */
export const series = (
  rows: readonly Row[],
  name: ResolvedQuery['name'],
  properties: ResolvedQuery['properties'] = {},
  range = march,
): unknown => oracleFigure(worldOf(rows), { name, properties }, range, true);

/** The rows of a series from a month on, each with its figure under a key (2.5). */
export const monthly = (key: string, from: string, ...figures: readonly number[]): unknown =>
  figures.map((figure, index) => ({
    month: formatMonth(plusMonths(monthOfDay(day(`${from}-01`)), index)),
    [key]: figure,
  }));
