/* What the benchmark itself takes from the core: words, dates and the columns of events. Measured code is loaded by tree.ts. */

export {
  type ContentKind,
  contentKinds,
  type EventColumns,
  ratioToOneDecimal,
  secondsToMinutes,
} from '@tallyboard/core/engine';
export {
  type DateRange,
  type Day,
  dayOf,
  firstDayOf,
  formatMonth,
  type MetricName,
  monthOf,
  monthOfDay,
  plusDays,
  plusMonths,
  type ResolvedQuery,
  roles,
  type UserType,
} from '@tallyboard/core/vocabulary';
