import {
  type MediaType,
  type MemberStatus,
  type MetricName,
  type PropertyName,
  type SortBy,
} from '../model/metric.js';
import { roles, type UserType } from '../model/role.js';

/**
 * Whether an entry must carry a property: `required` has no all-members form, and the slice by a
 * `monthlyOnly` property exists only as a series (2.4).
 */
export type Requirement = 'optional' | 'required' | 'monthlyOnly';

/** How a metric takes one property. */
export interface PropertyRow {
  /** Whether it may, must, or may only by month be sent. */
  readonly requirement: Requirement;
  /** The words accepted, in the order of the specification. */
  readonly values: readonly string[];
}

/** One row of table 2.4, with the key of the monthly figure from 2.5. */
export interface MetricRow {
  /** The properties that the metric takes; it refuses every other. */
  readonly properties: { readonly [P in PropertyName]?: PropertyRow };
  /** The key of the figure in a monthly row, or `null` for a metric without a monthly form. */
  readonly monthlyKey: 'value' | 'count' | 'visitors' | null;
  /** True for the six metrics that a team does not have. */
  readonly contentSafety: boolean;
}

const userTypes: readonly UserType[] = [...roles, 'all'];
const memberStatuses: readonly MemberStatus[] = ['active', 'inactive', 'invited', 'joined', 'all'];
const mediaTypes: readonly MediaType[] = ['video', 'audio'];
const boardSorts: readonly SortBy[] = ['posts', 'visitors'];
const userSorts: readonly SortBy[] = ['posts', 'boards'];

const optional = (values: readonly string[]): PropertyRow => ({ requirement: 'optional', values });
const required = (values: readonly string[]): PropertyRow => ({ requirement: 'required', values });
const monthlyOnly = (values: readonly string[]): PropertyRow => ({
  requirement: 'monthlyOnly',
  values,
});

const members = { status: optional(memberStatuses), userType: optional(userTypes) };
const slicedByMonth = { userType: monthlyOnly(userTypes) };
const slice = { userType: required(roles) };
const visitors = { userType: optional([...userTypes, 'anonymous']) };
const users = { sortBy: required(userSorts), userType: optional(userTypes) };

/** Table 2.4. A new metric is a row here and a kernel in `figures/figure-catalog.ts`. */
// biome-ignore format: a table reads by its columns
export const metricCatalog: Readonly<Record<MetricName, MetricRow>> = {
  memberCount:                { properties: members,                          monthlyKey: 'value',    contentSafety: false },
  newMemberCount:             { properties: {},                               monthlyKey: 'count',    contentSafety: false },
  boardCount:                 { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false },
  postCount:                  { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false },
  commentCount:               { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false },
  reactionCount:              { properties: slicedByMonth,                    monthlyKey: 'count',    contentSafety: false },
  visitorCount:               { properties: {},                               monthlyKey: 'visitors', contentSafety: false },
  peerInteractionCount:       { properties: slice,                            monthlyKey: 'value',    contentSafety: false },
  wallEngagementMinutes:      { properties: visitors,                         monthlyKey: null,       contentSafety: false },
  attachmentCountByCategory:  { properties: slice,                            monthlyKey: null,       contentSafety: false },
  scannedItemCount:           { properties: {},                               monthlyKey: null,       contentSafety: true  },
  scannedItemCountByType:     { properties: {},                               monthlyKey: null,       contentSafety: true  },
  avgScanTimeMs:              { properties: {},                               monthlyKey: null,       contentSafety: true  },
  flaggedItemCount:           { properties: {},                               monthlyKey: null,       contentSafety: true  },
  flaggedItemCountByCategory: { properties: {},                               monthlyKey: null,       contentSafety: true  },
  moderationCatchRatePercent: { properties: {},                               monthlyKey: null,       contentSafety: true  },
  topBoards:                  { properties: { sortBy: required(boardSorts) }, monthlyKey: null,       contentSafety: false },
  topUsers:                   { properties: users,                            monthlyKey: null,       contentSafety: false },
  topMedia:                   { properties: { mediaType: required(mediaTypes) }, monthlyKey: null,    contentSafety: false },
  subscription:               { properties: {},                               monthlyKey: null,       contentSafety: false },
};

/** The row of a metric, or `null` for a word that names none. */
export const metricRow = (name: string): MetricRow | null =>
  Object.hasOwn(metricCatalog, name) ? metricCatalog[name as MetricName] : null;
