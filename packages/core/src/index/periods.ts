import { limits } from '../api/limits.js';
import type { BillingTerm } from '../api/organizations.js';
import { checkDay } from '../check-day.js';
import { ArgumentError } from '../messages.js';
import {
  type DateRange,
  type Day,
  earlierOf,
  firstDayOf,
  formatDateRange,
  formatDay,
  type Month,
  monthOf,
  monthOfDay,
  plusDays,
  plusMonths,
  yearOf,
} from '../time.js';

/*
 * The time line of an index, cut into periods. A request names whole months (4.1.10) or the default range
 * (4.1.11), so every range that can be asked for begins and ends where a period does: at the start of a
 * month, at either end of a billing term, on the creation day, or on one of the days around today.
 */

/** What decides the periods of an index. An `Organization` and the day make one. */
export interface IndexTimes {
  /** The UTC day of the organization's creation. */
  readonly createdOn: Day;
  /** In any order. */
  readonly billingTerms: readonly Pick<BillingTerm, 'startsOn' | 'endsOn'>[];
  /** The UTC day that the index is built for. */
  readonly today: Day;
}

/** Days before the day it was built for that an index answers: clocks of replicas may differ. */
const daysBackMax = 1;

/** Days after the day it was built for that an index answers without being built anew. */
const daysAheadMax = 62;

/** The terms that can still be a default range, on one of the days that the index answers. */
const openTerms = ({ billingTerms, today }: IndexTimes) =>
  billingTerms.filter(({ endsOn }) => endsOn >= today - daysBackMax);

/**
 * The days on which periods begin, ascending and distinct. Period 0 is all time before the first of them,
 * and the last period has no end: the period of a day is the number of edges that are not after it.
 *
 * @throws ArgumentError - when a day of `times` is not valid
 */
export const periodEdges = (times: IndexTimes): Int32Array => {
  const { createdOn, today } = times;
  checkDay('times.createdOn', createdOn);
  checkDay('times.today', today);
  const terms = openTerms(times);
  const first = plusDays(today, -daysBackMax);
  const last = plusDays(today, daysAheadMax);
  const earliest = terms.reduce((day, { startsOn }) => earlierOf(day, startsOn), createdOn);
  const windowMonth = monthOf(yearOf(monthOfDay(first)) - limits.yearsBackMax, 1);
  const fromMonth = Math.min(windowMonth, monthOfDay(earliest));
  const toMonth = plusMonths(monthOfDay(last), 1);
  const edges = new Set<Day>([createdOn]);
  for (let month = fromMonth; month <= toMonth; month++) edges.add(firstDayOf(month as Month));
  for (const { startsOn, endsOn } of terms) edges.add(startsOn).add(plusDays(endsOn, 1));
  for (let day = first; day <= last + 1; day = plusDays(day, 1)) edges.add(day);
  return Int32Array.from(edges).sort();
};

/** The periods of an index. Those in which nothing happened have no column anywhere. */
export interface Periods {
  /** What they were cut for; of the terms only those that can still be asked for. */
  readonly times: IndexTimes;
  /** The days on which periods begin, ascending. */
  readonly edges: Int32Array;
  /** For each edge, how many of the periods before it have a column. */
  readonly columns: Uint16Array;
  /** How many columns there are. */
  readonly count: number;
}

/** A table of events with the column of the period of each row. */
export type WithColumn<Table> = Table & { readonly column: Uint16Array };

/** The periods of some times, and the column of each day on which anything happened. */
export interface TimeLine {
  readonly periods: Periods;
  readonly columnsOf: (days: Int32Array) => Uint16Array;
}

/**
 * Cuts the time line.
 *
 * @param happened - the days of everything that happens in it
 * @throws ArgumentError - when a day of `times` is not valid
 */
export const timeLineOf = (times: IndexTimes, happened: readonly Int32Array[]): TimeLine => {
  const edges = periodEdges(times);
  // From the day before the first edge, which stands for all days before it, to the last edge.
  const first = edges[0]! - 1;
  const last = edges.at(-1)! - first;
  const occurs = new Uint8Array(last + 1);
  for (const days of happened) {
    for (let row = 0; row < days.length; row++) {
      const at = days[row]! - first;
      occurs[at < 0 ? 0 : at > last ? last : at] = 1;
    }
  }
  const columns = new Uint16Array(edges.length);
  const columnByDay = new Uint16Array(last + 1);
  let count = 0;
  let day = 0;
  for (const [edge, start] of edges.entries()) {
    const next = start - first;
    columnByDay.fill(count, day, next);
    if (occurs.subarray(day, next).includes(1)) count++;
    columns[edge] = count;
    day = next;
  }
  columnByDay[last] = count;
  count += occurs[last]!;
  const { createdOn, today } = times;
  const billingTerms = openTerms(times).map(({ startsOn, endsOn }) => ({ startsOn, endsOn }));
  return {
    periods: { times: { createdOn, today, billingTerms }, edges, columns, count },
    columnsOf: (days) => {
      const found = new Uint16Array(days.length);
      for (let row = 0; row < days.length; row++) {
        const at = days[row]! - first;
        found[row] = columnByDay[at < 0 ? 0 : at > last ? last : at]!;
      }
      return found;
    },
  };
};

/** Columns from one up to, not including, another: a range as an index sees it. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The edge on a day; -1 where no period begins. */
const edgeOn = (edges: Int32Array, day: Day): number => {
  // Each month begins with an edge: there are at least as many before a day as months of mean length, less one.
  let edge = Math.max(0, Math.floor(((day - edges[0]!) * 12) / 365.2425) - 1);
  while (edges[edge]! < day) edge++;
  return edges[edge] === day ? edge : -1;
};

const otherRange = ({ times, edges }: Periods, range: DateRange): ArgumentError => {
  const { from, to } = formatDateRange(range);
  const first = formatDay(edges[0] as Day);
  const periods = `whole months from ${first} on, an open billing term, or the days since the creation`;
  return new ArgumentError(
    'range',
    `${from} to ${to}, and the index was built for ${formatDay(times.today)}`,
    `${periods}, or build the index for the times of the request`,
  );
};

/** The columns of a range. Throws where the range is not made of whole periods. */
export const runOf = (periods: Periods, range: DateRange): Run => {
  const from = edgeOn(periods.edges, range.from);
  const to = edgeOn(periods.edges, plusDays(range.to, 1));
  if (from < 0 || to <= from) throw otherRange(periods, range);
  return { from: periods.columns[from]!, to: periods.columns[to]! };
};

/** Visits the months that a range touches, up to that of a day. Throws unless periods are whole. */
export const eachMonth = (
  periods: Periods,
  range: DateRange,
  upTo: Day,
  visit: (month: Month, run: Run) => void,
): void => {
  const { edges, columns } = periods;
  const behind = plusDays(range.to, 1);
  let edge = edgeOn(edges, range.from);
  if (edge < 0 || !(range.to >= range.from)) throw otherRange(periods, range);
  let day = range.from;
  let month = monthOfDay(day);
  while (day < behind && firstDayOf(month) <= upTo) {
    const next = plusMonths(month, 1);
    day = earlierOf(firstDayOf(next), behind);
    const from = columns[edge]!;
    while (edges[edge]! < day) edge++;
    if (edges[edge] !== day) throw otherRange(periods, range);
    visit(month, { from, to: columns[edge]! });
    month = next;
  }
};

/**
 * Whether a range is made of whole periods of an index.
 */
export const canAnswer = (
  { periods }: { readonly periods: Periods },
  { from, to }: DateRange,
): boolean => edgeOn(periods.edges, from) >= 0 && edgeOn(periods.edges, plusDays(to, 1)) >= 0;

/**
 * The times as a text: part of the name under which an index is shared.
 */
export const timesKey = (times: IndexTimes): string => {
  const { createdOn, today } = times;
  const terms = openTerms(times).map(({ startsOn, endsOn }) => `${startsOn}-${endsOn}`);
  return [createdOn, today, ...terms.sort()].join('_');
};

/**
 * Whether an index answers every request of a day: one that was built for the day before, for the same
 * day, or for one of the 62 days after it.
 */
export const isBuiltFor = (
  { periods }: { readonly periods: Periods },
  times: IndexTimes,
): boolean => {
  const { times: built } = periods;
  const ahead = times.today - built.today;
  return (
    ahead >= -daysBackMax &&
    ahead <= daysAheadMax &&
    times.createdOn === built.createdOn &&
    times.billingTerms.every(
      ({ startsOn, endsOn }) =>
        endsOn < times.today || canAnswer({ periods }, { from: startsOn, to: endsOn }),
    )
  );
};
