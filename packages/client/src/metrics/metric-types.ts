import type {
  CategoryCount,
  MediaType,
  MemberStatus,
  MetricName,
  OneOrMany,
  Role,
  Subscription,
  UserType,
} from '@tallyboard/core';

/** Roles, or everybody. */
type Slice = OneOrMany<Exclude<UserType, 'anonymous'>>;
/** Roles where the metric has no all-members form. */
type Roles = OneOrMany<Role>;

/** A metric without a monthly form: the properties that an entry takes, and the figure. */
interface Plain<Properties, Figure> {
  readonly plain: Properties;
  readonly monthly: null;
  readonly figure: Figure;
  readonly key: null;
}

/** A metric with one: also the properties by month, and the key of the figure in a monthly row. */
interface ByMonth<Key, PlainProperties, MonthlyProperties = PlainProperties> {
  readonly plain: PlainProperties;
  readonly monthly: MonthlyProperties;
  readonly figure: number;
  readonly key: Key;
}

type Counts = Readonly<Record<string, number>>;
type None = object;

interface MemberSlice<Status> {
  readonly status?: OneOrMany<Status>;
  readonly userType?: Slice;
}

/**
 * Tables 2.4 and 2.5 as types. A ranking's figure is named by the word that it is sorted by; that is
 * what `sorted` stands for.
 */
// biome-ignore format: a table reads by its columns
export interface MetricTypes {
  memberCount:                ByMonth<'value', MemberSlice<MemberStatus>, MemberSlice<'active' | 'joined' | 'all'>>;
  newMemberCount:             ByMonth<'count', None>;
  boardCount:                 ByMonth<'value', None, { readonly userType?: Slice }>;
  postCount:                  ByMonth<'value', None, { readonly userType?: Slice }>;
  commentCount:               ByMonth<'value', None, { readonly userType?: Slice }>;
  reactionCount:              ByMonth<'count', None, { readonly userType?: Slice }>;
  visitorCount:               ByMonth<'visitors', None>;
  peerInteractionCount:       ByMonth<'value', { readonly userType: Roles }>;
  wallEngagementMinutes:      Plain<{ readonly userType?: OneOrMany<UserType> }, number>;
  attachmentCountByCategory:  Plain<{ readonly userType: Roles }, readonly CategoryCount[]>;
  scannedItemCount:           Plain<None, number>;
  scannedItemCountByType:     Plain<None, Counts>;
  avgScanTimeMs:              Plain<None, number | null>;
  flaggedItemCount:           Plain<None, number>;
  flaggedItemCountByCategory: Plain<None, Counts>;
  moderationCatchRatePercent: Plain<None, number | null>;
  topBoards:                  Plain<{ readonly sortBy: OneOrMany<'posts' | 'visitors'> }, Ranking<'title', 'sorted'>>;
  topUsers:                   Plain<{ readonly sortBy: OneOrMany<'posts' | 'boards'>; readonly userType?: Slice }, Ranking<'name', 'sorted'>>;
  topMedia:                   Plain<{ readonly mediaType: OneOrMany<MediaType> }, Ranking<'title', 'plays'>>;
  subscription:               Plain<None, Subscription>;
}

/** Stands in the table for a list of ranked items, before the word that it is sorted by is known. */
export interface Ranking<Label extends string, Figure extends string> {
  /** The member that names an item: `title`, or `name` of people. */
  readonly label: Label;
  /** The member that ranks it: `plays`, or `sorted` for the word of `sortBy`. */
  readonly figure: Figure;
}

/** The metrics that have a series by month. */
export type MonthlyMetricName = {
  [Name in MetricName]: MetricTypes[Name]['monthly'] extends null ? never : Name;
}[MetricName];
