import {
  type Meaning,
  type MetricName,
  metricMeanings,
  type OrganizationType,
  type Role,
  statusMeanings,
} from '@tallyboard/core/vocabulary';

export interface Entry {
  readonly name: MetricName;
  readonly [property: string]: string | readonly string[];
}

/** A metric that the main chart can show. */
export interface Chart {
  /** Its name in the address of the page. */
  readonly id: ChartId;
  /** What people read. */
  readonly label: string;
  /** What it asks for, without a slice by role. */
  readonly entry: Entry;
  /** The key of the figure in a monthly row (2.5). */
  readonly key: 'value' | 'count' | 'visitors';
  /** Whether it can be sliced by role: `required` has no form for all members together. */
  readonly roles: 'no' | 'yes' | 'required';
  /** Whether slices leave some out, such as posts of former members (2.6). */
  readonly hasOthers: boolean;
  /** How months make one figure: they add up, or each stands for itself, or the last one counts. */
  readonly over: 'sum' | 'mean' | 'last';
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

const active = { name: 'memberCount', status: 'active' } as const;

/** The metrics of the main chart, in the order of the page. */
// biome-ignore format: a table reads by its columns
export const charts: readonly Chart[] = [
  { id: 'posts',     label: 'Posts',             entry: { name: 'postCount' },            key: 'value',    roles: 'yes',      hasOthers: true,  over: 'sum' },
  { id: 'boards',    label: 'Boards',            entry: { name: 'boardCount' },           key: 'value',    roles: 'yes',      hasOthers: true,  over: 'sum' },
  { id: 'comments',  label: 'Comments',          entry: { name: 'commentCount' },         key: 'value',    roles: 'yes',      hasOthers: true,  over: 'sum' },
  { id: 'reactions', label: 'Reactions',         entry: { name: 'reactionCount' },        key: 'count',    roles: 'yes',      hasOthers: true,  over: 'sum' },
  { id: 'visitors',  label: 'Visitors',          entry: { name: 'visitorCount' },         key: 'visitors', roles: 'no',       hasOthers: false, over: 'mean' },
  { id: 'active',    label: 'Active members',    entry: active,                           key: 'value',    roles: 'yes',      hasOthers: false, over: 'mean' },
  { id: 'members',   label: 'Members',           entry: { name: 'memberCount' },          key: 'value',    roles: 'yes',      hasOthers: false, over: 'last' },
  { id: 'joined',    label: 'New members',       entry: { name: 'newMemberCount' },       key: 'count',    roles: 'no',       hasOthers: false, over: 'sum' },
  { id: 'peers',     label: 'Peer interactions', entry: { name: 'peerInteractionCount' }, key: 'value',    roles: 'required', hasOthers: false, over: 'sum' },
];

export const chartOf = (id: ChartId): Chart => charts.find((one) => one.id === id)!;

/** What a chart asks for: all members together, or those of one role. */
export const chartEntry = (
  { entry, roles }: Chart,
  all: readonly string[],
  role: string | null = null,
): Entry => {
  const slice = role === null ? (roles === 'required' ? all : null) : [role];
  return { ...entry, ...(slice === null ? {} : { userType: slice }) };
};

export interface Card {
  /** The figure over the whole range. */
  readonly entry: Entry;
  /** Whose months are the small line; `null` where the API has no months. */
  readonly chart: ChartId | null;
}

export const cards: readonly Card[] = [
  ...(['active', 'posts', 'boards', 'visitors', 'comments'] as const).map((chart) => ({
    entry: chartOf(chart).entry,
    chart,
  })),
  { entry: { name: 'wallEngagementMinutes' }, chart: null },
];

export const membersEntry: Entry = { name: 'memberCount' };

/** Members who made nothing in the range. */
export const inactiveEntry: Entry = { name: 'memberCount', status: 'inactive' };

export const meaningOf = ({ name, status }: Entry): Meaning =>
  typeof status === 'string' && status in statusMeanings
    ? statusMeanings[status as keyof typeof statusMeanings]
    : metricMeanings[name];

export interface Ranking {
  readonly id: string;
  readonly title: string;
  readonly entry: Entry & { readonly name: 'topBoards' | 'topUsers' | 'topMedia' };
  /** The word of the list property whose ranking this is. */
  readonly word: string;
  /** The field that names an item. */
  readonly label: 'title' | 'name';
  /** The field that ranks it. */
  readonly figure: string;
  readonly leadsTo: 'board' | 'person' | null;
}

const boards: Ranking['entry'] = { name: 'topBoards', sortBy: ['posts', 'visitors'] };
const people: Ranking['entry'] = { name: 'topUsers', sortBy: ['posts', 'boards'] };
const media: Ranking['entry'] = { name: 'topMedia', mediaType: ['video', 'audio'] };

// biome-ignore format: a table reads by its columns
export const rankings: readonly Ranking[] = [
  { id: 'boards-by-posts',    title: 'Boards by posts',    entry: boards, word: 'posts',    label: 'title', figure: 'posts',    leadsTo: 'board' },
  { id: 'boards-by-visitors', title: 'Boards by visitors', entry: boards, word: 'visitors', label: 'title', figure: 'visitors', leadsTo: 'board' },
  { id: 'people-by-posts',    title: 'People by posts',    entry: people, word: 'posts',    label: 'name',  figure: 'posts',    leadsTo: 'person' },
  { id: 'people-by-boards',   title: 'People by boards',   entry: people, word: 'boards',   label: 'name',  figure: 'boards',   leadsTo: 'person' },
  { id: 'videos',             title: 'Videos by plays',    entry: media,  word: 'video',    label: 'title', figure: 'plays',    leadsTo: null },
  { id: 'audio',              title: 'Audio by plays',     entry: media,  word: 'audio',    label: 'title', figure: 'plays',    leadsTo: null },
];

/** Single figures of content safety, with their unit. */
export const safetyFigures = [
  { entry: { name: 'scannedItemCount' }, unit: '' },
  { entry: { name: 'flaggedItemCount' }, unit: '' },
  { entry: { name: 'avgScanTimeMs' }, unit: ' ms' },
  { entry: { name: 'moderationCatchRatePercent' }, unit: ' %' },
] as const satisfies readonly { entry: Entry; unit: string }[];

export const safetyLists = [
  { id: 'scanned-by-type', entry: { name: 'scannedItemCountByType' } },
  { id: 'flagged-by-category', entry: { name: 'flaggedItemCountByCategory' } },
] as const satisfies readonly { id: string; entry: Entry }[];

/** Why an organization has no content safety; `null` when it has (4.1.9). */
export const noSafetyReason = (type: OrganizationType | null): string | null =>
  type === 'team'
    ? 'The API has content safety for schools and classrooms, not for teams.'
    : type === null
      ? 'The type of this organization is unknown: your key does not list it.'
      : null;

/** Attachments of members, whatever their role: the metric has no form for all members. */
export const attachmentsEntry = (roles: readonly Role[]): Entry => ({
  name: 'attachmentCountByCategory',
  userType: roles,
});

export const subscriptionEntry: Entry = { name: 'subscription' };
