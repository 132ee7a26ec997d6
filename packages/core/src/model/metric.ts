import type { UserType } from './role.js';

/** The 20 metrics in the order of table 2.4. */
export const metricNames = [
  'memberCount',
  'newMemberCount',
  'boardCount',
  'postCount',
  'commentCount',
  'reactionCount',
  'visitorCount',
  'peerInteractionCount',
  'wallEngagementMinutes',
  'attachmentCountByCategory',
  'scannedItemCount',
  'scannedItemCountByType',
  'avgScanTimeMs',
  'flaggedItemCount',
  'flaggedItemCountByCategory',
  'moderationCatchRatePercent',
  'topBoards',
  'topUsers',
  'topMedia',
  'subscription',
] as const;

/** The name of a metric (2.4). */
export type MetricName = (typeof metricNames)[number];

/** The properties that an entry may carry beside its name (4.1). */
export const propertyNames = ['status', 'userType', 'sortBy', 'mediaType'] as const;

/** The name of a property of an entry (4.1). */
export type PropertyName = (typeof propertyNames)[number];

/** The statuses of members that `memberCount` can ask for (2.4). */
export const memberStatuses = ['active', 'inactive', 'invited', 'joined', 'all'] as const;

/** One of them. */
export type MemberStatus = (typeof memberStatuses)[number];

/** The figures by which rankings are ordered (4.1). */
export const sortBys = ['posts', 'visitors', 'boards'] as const;

/** One of them. */
export type SortBy = (typeof sortBys)[number];

/** The kinds of media that `topMedia` ranks (4.1). */
export const mediaTypes = ['video', 'audio'] as const;

/** One of them. */
export type MediaType = (typeof mediaTypes)[number];

/** One value, or several of which each gets a figure of its own. */
export type OneOrMany<A> = A | readonly A[];

/** An entry of `metrics` as a client sends it: the right structure, any words (4.1). */
export interface MetricEntry {
  /** Any text; 4.1.3 says which are metrics. */
  readonly name: string;
  /** Of `memberCount`. */
  readonly status?: OneOrMany<string>;
  /** A slice by role. */
  readonly userType?: OneOrMany<string>;
  /** What a ranking goes by; a list asks for several rankings. */
  readonly sortBy?: OneOrMany<string>;
  /** Which media `topMedia` ranks. */
  readonly mediaType?: OneOrMany<string>;
}

/**
 * The properties of a query after resolution (2.3): omitted ones spelled out as `all`, duplicates
 * collapsed, `userType` always a list. Properties that the metric does not take are absent.
 */
export interface ResolvedProperties {
  /** A plain word or a list, as sent; `all` when left out. */
  readonly status?: OneOrMany<MemberStatus>;
  /** Always a list; `["all"]` when left out. */
  readonly userType?: readonly UserType[];
  /** A plain word or a list, as sent. */
  readonly sortBy?: OneOrMany<SortBy>;
  /** A plain word or a list, as sent. */
  readonly mediaType?: OneOrMany<MediaType>;
}

/** A query as it is counted, computed and answered: a client matches it by name and properties (2.3.4). */
export interface ResolvedQuery {
  /** The metric. */
  readonly name: MetricName;
  /** Only those that the metric takes, repeated values collapsed. */
  readonly properties: ResolvedProperties;
}
