import type { OrganizationType, Role } from '@tallyboard/core/vocabulary';
import type { Entry } from './charts.js';

/** A ranking of the API (2.5). */
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
  /** Names lead to the board. */
  readonly linksToBoards: boolean;
}

const boards: Ranking['entry'] = { name: 'topBoards', sortBy: ['posts', 'visitors'] };
const people: Ranking['entry'] = { name: 'topUsers', sortBy: ['posts', 'boards'] };
const media: Ranking['entry'] = { name: 'topMedia', mediaType: ['video', 'audio'] };

/** The rankings, in the order of the page. */
// biome-ignore format: a table reads by its columns
export const rankings: readonly Ranking[] = [
  { id: 'boards-by-posts',    title: 'Boards by posts',    entry: boards, word: 'posts',    label: 'title', figure: 'posts',    linksToBoards: true },
  { id: 'boards-by-visitors', title: 'Boards by visitors', entry: boards, word: 'visitors', label: 'title', figure: 'visitors', linksToBoards: true },
  { id: 'people-by-posts',    title: 'People by posts',    entry: people, word: 'posts',    label: 'name',  figure: 'posts',    linksToBoards: false },
  { id: 'people-by-boards',   title: 'People by boards',   entry: people, word: 'boards',   label: 'name',  figure: 'boards',   linksToBoards: false },
  { id: 'videos',             title: 'Videos by plays',    entry: media,  word: 'video',    label: 'title', figure: 'plays',    linksToBoards: false },
  { id: 'audio',              title: 'Audio by plays',     entry: media,  word: 'audio',    label: 'title', figure: 'plays',    linksToBoards: false },
];

/** One of the single figures of content safety. */
export interface SafetyFigure {
  readonly label: string;
  readonly entry: Entry;
  readonly unit: '' | 'ms' | '%';
}

/** Single figures of content safety. */
// biome-ignore format: a table reads by its columns
export const safetyFigures: readonly SafetyFigure[] = [
  { label: 'Items scanned',     entry: { name: 'scannedItemCount' },           unit: '' },
  { label: 'Items flagged',     entry: { name: 'flaggedItemCount' },           unit: '' },
  { label: 'Mean scan time',    entry: { name: 'avgScanTimeMs' },              unit: 'ms' },
  { label: 'Violations caught', entry: { name: 'moderationCatchRatePercent' }, unit: '%' },
];

/** Content safety by word. */
export const safetyLists = [
  { id: 'scanned-by-type', title: 'Scanned by type', entry: { name: 'scannedItemCountByType' } },
  {
    id: 'flagged-by-category',
    title: 'Flagged by category',
    entry: { name: 'flaggedItemCountByCategory' },
  },
] as const satisfies readonly { id: string; title: string; entry: Entry }[];

/** Why an organization has no content safety; `null` when it has (4.1.9). */
export const noSafetyReason = (type: OrganizationType | null): string | null =>
  type === 'team'
    ? 'The API has content safety for schools and classrooms, not for teams.'
    : type === null
      ? 'The type of this organization is not known: your key does not list it.'
      : null;

/** Attachments of members, whatever their role: the metric has no form for everybody. */
export const attachmentsEntry = (roles: readonly Role[]): Entry => ({
  name: 'attachmentCountByCategory',
  userType: roles,
});

/** Seats and dates of the subscription. */
export const subscriptionEntry: Entry = { name: 'subscription' };
