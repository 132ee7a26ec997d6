import type { ChartId, Entry } from './charts.js';

/** One of the cards on top. */
export interface Card {
  readonly label: string;
  /** The figure over the whole range. */
  readonly entry: Entry;
  /** Whose months are the small line; `null` where the API has no months. */
  readonly chart: ChartId | null;
}

/** The cards, in the order of the page. */
// biome-ignore format: a table reads by its columns
export const cards: readonly Card[] = [
  { label: 'Active members', entry: { name: 'memberCount', status: 'active' }, chart: 'active' },
  { label: 'Posts',          entry: { name: 'postCount' },                     chart: 'posts' },
  { label: 'Boards',         entry: { name: 'boardCount' },                    chart: 'boards' },
  { label: 'Visitors',       entry: { name: 'visitorCount' },                  chart: 'visitors' },
  { label: 'Comments',       entry: { name: 'commentCount' },                  chart: 'comments' },
  { label: 'Minutes',        entry: { name: 'wallEngagementMinutes' },         chart: null },
];
