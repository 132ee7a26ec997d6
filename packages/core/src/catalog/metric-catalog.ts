import {
  type MemberStatus,
  type MetricName,
  mediaTypes,
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

/**
 * What the figure of one slice is (2.5): a whole number; an average or share, `null` of nothing; whole
 * numbers by word; a list of categories with their counts; a ranking; or the billing state. By month
 * the figure stands in every row, and broken down once for each value.
 */
export type FigureShape =
  | { readonly kind: 'count' | 'rate' | 'countsByWord' | 'categoryCounts' | 'subscription' }
  | {
      readonly kind: 'ranking';
      /** The field that names an item beside its `hashid`. */
      readonly label: 'title' | 'name';
      /** The field of the figure: `plays`, or the word that `sortBy` asks for. */
      readonly figure: 'plays' | 'sortBy';
    };

/** One row of table 2.4, with the form of the figure and its key in monthly rows from 2.5. */
export interface MetricRow {
  /** The properties that the metric takes; it refuses every other. */
  readonly properties: { readonly [P in PropertyName]?: PropertyRow };
  /** The key of the figure in a monthly row, or `null` for a metric without a monthly form. */
  readonly monthlyKey: 'value' | 'count' | 'visitors' | null;
  /** True for the six metrics that a team does not have. */
  readonly contentSafety: boolean;
  /** The figure of one slice. */
  readonly shape: FigureShape;
}

const userTypes: readonly UserType[] = [...roles, 'all'];
const memberStatuses: readonly MemberStatus[] = ['active', 'inactive', 'invited', 'joined', 'all'];
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
const boards = { sortBy: required(boardSorts) };
const media = { mediaType: required(mediaTypes) };
const users = { sortBy: required(userSorts), userType: optional(userTypes) };

const count: FigureShape = { kind: 'count' };
const rate: FigureShape = { kind: 'rate' };
const byWord: FigureShape = { kind: 'countsByWord' };
const byCategory: FigureShape = { kind: 'categoryCounts' };
const billing: FigureShape = { kind: 'subscription' };
const ranked = (label: 'title' | 'name', figure: 'plays' | 'sortBy'): FigureShape => ({
  kind: 'ranking',
  label,
  figure,
});

/** Table 2.4. A new metric is a row here and a kernel in `figures/figure-catalog.ts`. */
// biome-ignore format: a table reads by its columns
export const metricCatalog: Readonly<Record<MetricName, MetricRow>> = {
  memberCount:                { properties: members,                          monthlyKey: 'value',    contentSafety: false, shape: count },
  newMemberCount:             { properties: {},                               monthlyKey: 'count',    contentSafety: false, shape: count },
  boardCount:                 { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false, shape: count },
  postCount:                  { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false, shape: count },
  commentCount:               { properties: slicedByMonth,                    monthlyKey: 'value',    contentSafety: false, shape: count },
  reactionCount:              { properties: slicedByMonth,                    monthlyKey: 'count',    contentSafety: false, shape: count },
  visitorCount:               { properties: {},                               monthlyKey: 'visitors', contentSafety: false, shape: count },
  peerInteractionCount:       { properties: slice,                            monthlyKey: 'value',    contentSafety: false, shape: count },
  wallEngagementMinutes:      { properties: visitors,                         monthlyKey: null,       contentSafety: false, shape: count },
  attachmentCountByCategory:  { properties: slice,                            monthlyKey: null,       contentSafety: false, shape: byCategory },
  scannedItemCount:           { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: count },
  scannedItemCountByType:     { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: byWord },
  avgScanTimeMs:              { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: rate },
  flaggedItemCount:           { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: count },
  flaggedItemCountByCategory: { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: byWord },
  moderationCatchRatePercent: { properties: {},                               monthlyKey: null,       contentSafety: true,  shape: rate },
  topBoards:                  { properties: boards,                           monthlyKey: null,       contentSafety: false, shape: ranked('title', 'sortBy') },
  topUsers:                   { properties: users,                            monthlyKey: null,       contentSafety: false, shape: ranked('name', 'sortBy') },
  topMedia:                   { properties: media,                            monthlyKey: null,       contentSafety: false, shape: ranked('title', 'plays') },
  subscription:               { properties: {},                               monthlyKey: null,       contentSafety: false, shape: billing },
};

/** The row of a metric, or `null` for a word that names none. */
export const metricRow = (name: string): MetricRow | null =>
  Object.hasOwn(metricCatalog, name) ? metricCatalog[name as MetricName] : null;
