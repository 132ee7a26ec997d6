import type { MetricName, Role } from '@tallyboard/core/vocabulary';

/** A metric that the main chart can show. */
export interface Chart {
  /** Its name in the address of the page. */
  readonly id: ChartId;
  /** What people read. */
  readonly label: string;
  /** The metric that it shows (2.4). */
  readonly metric: MetricName;
  /** What the entry carries beside the name. */
  readonly properties: { readonly status?: 'active' | 'joined' };
  /** The key of the figure in a monthly row (2.5). */
  readonly key: 'value' | 'count' | 'visitors';
  /** Whether it can be sliced by role: `required` has no form for everybody together. */
  readonly roles: 'no' | 'yes' | 'required';
  /** Whether slices leave some out, such as posts of people who have left (2.6). */
  readonly hasOthers: boolean;
}

/** The names of the charts. */
export type ChartId =
  | 'posts'
  | 'boards'
  | 'comments'
  | 'reactions'
  | 'visitors'
  | 'active'
  | 'members'
  | 'joined'
  | 'peers';

/** The metrics of the main chart, in the order of the page. */
// biome-ignore format: a table reads by its columns
export const charts: readonly Chart[] = [
  { id: 'posts',     label: 'Posts',             metric: 'postCount',            properties: {},                   key: 'value',    roles: 'yes',      hasOthers: true },
  { id: 'boards',    label: 'Boards',            metric: 'boardCount',           properties: {},                   key: 'value',    roles: 'yes',      hasOthers: true },
  { id: 'comments',  label: 'Comments',          metric: 'commentCount',         properties: {},                   key: 'value',    roles: 'yes',      hasOthers: true },
  { id: 'reactions', label: 'Reactions',         metric: 'reactionCount',        properties: {},                   key: 'count',    roles: 'yes',      hasOthers: true },
  { id: 'visitors',  label: 'Visitors',          metric: 'visitorCount',         properties: {},                   key: 'visitors', roles: 'no',       hasOthers: false },
  { id: 'active',    label: 'Active members',    metric: 'memberCount',          properties: { status: 'active' }, key: 'value',    roles: 'yes',      hasOthers: false },
  { id: 'members',   label: 'Members',           metric: 'memberCount',          properties: {},                   key: 'value',    roles: 'yes',      hasOthers: false },
  { id: 'joined',    label: 'New members',       metric: 'newMemberCount',       properties: {},                   key: 'count',    roles: 'no',       hasOthers: false },
  { id: 'peers',     label: 'Peer interactions', metric: 'peerInteractionCount', properties: {},                   key: 'value',    roles: 'required', hasOthers: false },
];

/** The chart with a name. */
export const chartOf = (id: ChartId): Chart => charts.find((one) => one.id === id)!;

/** One entry of a metrics request. */
export interface Entry {
  readonly name: MetricName;
  readonly [property: string]: string | readonly string[];
}

/** What a chart asks for: everybody together, or the members of one role. */
export const chartEntry = (
  { metric, properties, roles }: Chart,
  all: readonly Role[],
  role: string | null = null,
): Entry => {
  const slice = role === null ? (roles === 'required' ? all : null) : [role];
  return { name: metric, ...properties, ...(slice === null ? {} : { userType: slice }) };
};
