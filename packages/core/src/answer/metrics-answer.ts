import type { FigureData, MetricState } from '../api/figure.js';
import type { ResolvedProperties } from '../api/metrics.js';
import type { MetricsPlan } from '../request/plan.js';
import { formatDateRange } from '../time.js';
import { type Answer, wholeSeconds } from './answer.js';

/** The document of a metrics answer (2.3, 2.7). */
export interface MetricsDocument {
  /** The organization, by its id, with every query that is ready, in the order of the request. */
  readonly data: {
    readonly id: string;
    readonly type: 'organizationAnalytics';
    readonly attributes: { readonly metrics: readonly MetricWithData[] };
  };
  /** The status of the whole, days as `YYYY-MM-DD`, and the queries that have no figures. */
  readonly meta: {
    readonly status: 'ready' | 'pending' | 'partial';
    readonly dateRange: { readonly from: string; readonly to: string };
    readonly pending: readonly MetricIdentity[];
    /** Seconds; on a 202 only. */
    readonly retryAfter?: number;
    readonly errors: readonly FailedMetric[];
  };
}

/** What identifies a query in every part of an answer (2.3.4). */
export interface MetricIdentity {
  /** The metric. */
  readonly name: string;
  /** As resolved, defaults filled in; `{}` for a metric that takes none. */
  readonly properties: ResolvedProperties;
}

/** A query with its figures. */
export interface MetricWithData extends MetricIdentity {
  /** The shape depends on the metric, the properties and the months asked for (2.5). */
  readonly data: FigureData;
}

/** A query whose computation failed, with the reason. */
export interface FailedMetric extends MetricIdentity {
  /** Why, as a name for programs. */
  readonly code: string;
  /** Why, as a sentence for people. */
  readonly detail: string;
}

/**
 * Puts the states of a plan's queries into one answer (section 3): 202 while anything is pending,
 * else 200, `partial` when something failed. Only ready figures stand in `data`.
 *
 * @param plan - the plan
 * @param states - one state per query of the plan, in the same order
 * @param retryAfterSeconds - when to ask again, a whole number of at least 1; used when pending
 */
export const metricsAnswer = (
  plan: MetricsPlan,
  states: readonly MetricState[],
  retryAfterSeconds: number,
): Answer<MetricsDocument> => {
  const metrics: MetricWithData[] = [];
  const pending: MetricIdentity[] = [];
  const errors: FailedMetric[] = [];
  for (const [index, { name, properties }] of plan.queries.entries()) {
    const state = states[index]!;
    // Spelled out: an object of known shape is written much faster than one put together by spreading.
    if (state.status === 'ready') metrics.push({ name, properties, data: state.data });
    else if (state.status === 'pending') pending.push({ name, properties });
    else errors.push({ name, properties, code: state.code, detail: state.detail });
  }
  const data = {
    id: plan.organization.id,
    type: 'organizationAnalytics',
    attributes: { metrics },
  } as const;
  const dateRange = formatDateRange(plan.range);
  if (pending.length > 0) {
    const retryAfter = wholeSeconds(retryAfterSeconds);
    const meta = { status: 'pending', dateRange, pending, retryAfter, errors } as const;
    return { status: 202, retryAfterSeconds: retryAfter, document: { data, meta } };
  }
  const status = errors.length > 0 ? 'partial' : 'ready';
  return { status: 200, document: { data, meta: { status, dateRange, pending, errors } } };
};
