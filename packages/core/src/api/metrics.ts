import { roles, type UserType } from './organizations.js';

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

/** A figure by which rankings are ordered (4.1). */
export type SortBy = 'posts' | 'visitors' | 'boards';

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
 * the figure is in every row, and broken down once for each value.
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

const userTypes = [...roles, 'all'] as const;

const optional = <const Values extends readonly string[]>(values: Values) =>
  ({ requirement: 'optional', values }) as const;
const required = <const Values extends readonly string[]>(values: Values) =>
  ({ requirement: 'required', values }) as const;
const monthlyOnly = <const Values extends readonly string[]>(values: Values) =>
  ({ requirement: 'monthlyOnly', values }) as const;

const members = { status: optional(memberStatuses), userType: optional(userTypes) };
const slicedByMonth = { userType: monthlyOnly(userTypes) };
const slice = { userType: required(roles) };
const visitors = { userType: optional([...userTypes, 'anonymous']) };
const boards = { sortBy: required(['posts', 'visitors']) };
const media = { mediaType: required(mediaTypes) };
const users = { sortBy: required(['posts', 'boards']), userType: optional(userTypes) };

const count = { kind: 'count' } as const;
const rate = { kind: 'rate' } as const;
const byWord = { kind: 'countsByWord' } as const;
const byCategory = { kind: 'categoryCounts' } as const;
const billing = { kind: 'subscription' } as const;
const ranked = <const Label extends 'title' | 'name', const Figure extends 'plays' | 'sortBy'>(
  label: Label,
  figure: Figure,
) => ({ kind: 'ranking', label, figure }) as const;

/**
 * Table 2.4 with the types of its words: what clients may write and what they get follows from it. A new
 * metric is a row here and a kernel in `figures/figure-catalog.ts`.
 */
// biome-ignore format: a table reads by its columns
const metricTable = {
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
} as const satisfies Readonly<Record<MetricName, MetricRow>>;

/** The types of table 2.4. */
export type MetricTable = typeof metricTable;

/** Table 2.4, for programs that read all rows alike. */
export const metricCatalog: Readonly<Record<MetricName, MetricRow>> = metricTable;

/**
 * The row of a metric, or `null` for a word that names none.
 *
 * @example
 * ```ts
 * metricRow('postCount')?.monthlyKey; // 'value'
 * metricRow('postCounts'); // null
 * ```
 */
export const metricRow = (name: string): MetricRow | null =>
  Object.hasOwn(metricCatalog, name) ? metricCatalog[name as MetricName] : null;

/** What is special about one value of `memberCount`'s `status`. */
export interface MemberStatusRow {
  /** It has no all-members form: the entry must list roles (4.1.6). */
  readonly needsUserType: boolean;
  /**
   * It can be asked for as a monthly series (4.1.8). The specification names the pair active and
   * inactive as unsupported; that `inactive` and `invited` have no series of their own is our
   * reading: both describe the roster as it is now.
   */
  readonly monthly: boolean;
}

/** The values of `memberCount`'s `status` (2.4, 4.1.6, 4.1.8). */
// biome-ignore format: a table reads by its columns
const memberStatusTable = {
  active:   { needsUserType: false, monthly: true  },
  inactive: { needsUserType: false, monthly: false },
  invited:  { needsUserType: true,  monthly: false },
  joined:   { needsUserType: true,  monthly: true  },
  all:      { needsUserType: false, monthly: true  },
} as const satisfies Readonly<Record<MemberStatus, MemberStatusRow>>;

/** The statuses that have a monthly series. */
export type MonthlyMemberStatus = {
  [S in MemberStatus]: (typeof memberStatusTable)[S]['monthly'] extends true ? S : never;
}[MemberStatus];

/** The same table, for programs that read all rows alike. */
export const memberStatusCatalog: Readonly<Record<MemberStatus, MemberStatusRow>> =
  memberStatusTable;
