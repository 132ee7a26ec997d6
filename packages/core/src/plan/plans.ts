import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { ResolvedQuery } from '../model/metric.js';
import type { Organization } from '../model/organization.js';
import type { RosterQuestion } from '../model/roster.js';

/** What a client can know of its own request before it is sent. */
export interface MetricsDraft {
  /** The resolved queries, in the order of the entries. */
  readonly queries: readonly ResolvedQuery[];
  /** Whether a series is asked for. */
  readonly byMonth: boolean;
}

/** A metrics request that passed every rule of 4.1; made only by `planMetrics`. */
export interface MetricsPlan {
  /** Whose figures are asked for. */
  readonly organization: Organization;
  /** The queries in the order of the request; no two are the same. */
  readonly queries: readonly ResolvedQuery[];
  /** True when the request asks for series by month. */
  readonly byMonth: boolean;
  /** The days that figures cover. */
  readonly range: DateRange;
  /** The day that the plan was made for: series end with its month. */
  readonly today: Day;
}

/** A roster request that passed every rule of 4.2; made only by `planRoster`. */
export interface RosterPlan {
  /** Whose members are asked for. */
  readonly organization: Organization;
  /** Filters, order and page, defaults filled in. */
  readonly question: RosterQuestion;
  /** The days that counts of content cover. */
  readonly range: DateRange;
  /** The day that the plan was made for. */
  readonly today: Day;
}
