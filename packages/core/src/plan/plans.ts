import type { DateRange } from '../model/date-range.js';
import type { Day } from '../model/day.js';
import type { ResolvedQuery } from '../model/metric.js';
import type { Organization } from '../model/organization.js';
import type { RosterQuestion } from '../model/roster.js';

/** A metrics request that passed every rule of 4.1; made only by `planMetrics`. */
export interface MetricsPlan {
  readonly organization: Organization;
  /** The queries in the order of the request; no two are the same. */
  readonly queries: readonly ResolvedQuery[];
  /** True when the request asks for series by month. */
  readonly byMonth: boolean;
  readonly range: DateRange;
  readonly today: Day;
}

/** A roster request that passed every rule of 4.2; made only by `planRoster`. */
export interface RosterPlan {
  readonly organization: Organization;
  readonly question: RosterQuestion;
  readonly range: DateRange;
}
