/* What the benchmark itself takes from the core: words, dates and the columns of events. Measured code is loaded by tree.ts. */

export {
  columnsOfSound,
  contentKinds,
  type EventColumns,
  ratioToOneDecimal,
  secondsToMinutes,
} from '@tallyboard/core/engine';
export {
  type DateRange,
  type Day,
  dayOf,
  type Facts,
  formatMonth,
  type Instant,
  type MetricName,
  monthOfDay,
  noFacts,
  plusMonths,
  type ResolvedQuery,
  roles,
  type UserType,
} from '@tallyboard/core/vocabulary';
