import type { RosterRow, RosterState } from '../api/roster.js';
import type { RosterPlan } from '../request/plan.js';
import { formatDateRange } from '../time.js';
import { type Answer, wholeSeconds } from './answer.js';

/** The document of a roster answer (2.8). */
export interface RosterDocument {
  /** The rows of this page; empty past the end, while pending and when failed (W20). */
  readonly data: readonly RosterResource[];
  /** The status, days as `YYYY-MM-DD`, the page, and totals: `null` unless ready. */
  readonly meta: {
    readonly status: 'ready' | 'pending' | 'failed';
    readonly dateRange: { readonly from: string; readonly to: string };
    readonly page: number;
    readonly perPage: number;
    /** `null` while it is not known. */
    readonly totalCount: number | null;
    readonly totalPages: number | null;
    readonly pending: readonly 'users'[];
    /** Seconds; on a 202 only. */
    readonly retryAfter?: number;
    readonly errors: readonly 'users'[];
  };
}

/** One member of a page. */
export interface RosterResource {
  /** The member's bare user hashid. */
  readonly id: string;
  /** The same for all rows. */
  readonly type: 'organizationAnalyticsUser';
  /** The row without its id (2.8). */
  readonly attributes: Omit<RosterRow, 'id'>;
}

const resourceOf = ({ id, ...attributes }: RosterRow): RosterResource => ({
  id,
  type: 'organizationAnalyticsUser',
  attributes,
});

/**
 * Puts the state of a roster into an answer (section 3): 202 while it is computed, else 200 with the
 * page, or with no rows and `failed`.
 *
 * @param plan - the plan
 * @param state - the state of the computation
 * @param retryAfterSeconds - when to ask again, a whole number of at least 1; used when pending
 */
export const rosterAnswer = (
  plan: RosterPlan,
  state: RosterState,
  retryAfterSeconds: number,
): Answer<RosterDocument> => {
  const { status } = state;
  const { page, perPage } = plan.question;
  const { rows, totalCount } = status === 'ready' ? state.page : { rows: [], totalCount: null };
  const totalPages = totalCount === null ? null : Math.ceil(totalCount / perPage);
  const common = { dateRange: formatDateRange(plan.range), page, perPage, totalCount, totalPages };
  const data = rows.map(resourceOf);
  if (status === 'pending') {
    const retryAfter = wholeSeconds(retryAfterSeconds);
    const meta = { status, ...common, pending: ['users'], retryAfter, errors: [] } as const;
    return { status: 202, retryAfterSeconds: retryAfter, document: { data, meta } };
  }
  const errors = status === 'failed' ? (['users'] as const) : [];
  return { status: 200, document: { data, meta: { status, ...common, pending: [], errors } } };
};
