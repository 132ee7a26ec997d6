import { randomFrom } from '@tallyboard/arbitraries';
import { formatMonth, monthOfDay, plusMonths } from './core.js';
import { firstDay, months, type School, seed } from './school.js';

/** What a client sends: a body for figures, or a query for a page of the roster. */
export type Question =
  | {
      readonly body: {
        readonly metrics: readonly object[];
        readonly from: string;
        readonly to: string;
      };
    }
  | { readonly query: readonly (readonly [name: string, value: string])[] };

type Random = () => number;
const below = (random: Random, count: number): number => Math.floor(random() * count);
const oneOf = <A>(random: Random, list: readonly A[]): A => list[below(random, list.length)]!;

/** As many months as a request may ask for, anywhere. */
const range = (random: Random) => {
  const length = 1 + below(random, 24);
  const from = plusMonths(monthOfDay(firstDay), below(random, months - length + 1));
  return { from: formatMonth(from), to: formatMonth(plusMonths(from, length - 1)) };
};

const slices = [['student'], ['teacher'], ['student', 'teacher'], ['teacher', 'admin', 'guest']];

const rankings = [
  { name: 'topBoards', sortBy: 'posts' },
  { name: 'topBoards', sortBy: 'visitors' },
  { name: 'topUsers', sortBy: 'posts' },
  { name: 'topMedia', mediaType: 'video' },
];

/** 25 entries that name every metric about events. */
const dashboard = (userType: readonly string[]): readonly object[] => [
  { name: 'memberCount', status: 'all' },
  { name: 'memberCount', status: 'active' },
  { name: 'memberCount', status: 'inactive', userType },
  ...[
    'newMemberCount',
    'boardCount',
    'postCount',
    'commentCount',
    'reactionCount',
    'visitorCount',
  ].map((name) => ({ name })),
  { name: 'peerInteractionCount', userType },
  { name: 'wallEngagementMinutes', userType: 'all' },
  { name: 'wallEngagementMinutes', userType: [...userType, 'anonymous'] },
  { name: 'attachmentCountByCategory', userType },
  ...['scannedItemCount', 'scannedItemCountByType', 'avgScanTimeMs', 'flaggedItemCount'].map(
    (name) => ({ name }),
  ),
  ...['flaggedItemCountByCategory', 'moderationCatchRatePercent'].map((name) => ({ name })),
  ...rankings,
  { name: 'topUsers', sortBy: 'boards' },
  { name: 'topMedia', mediaType: 'audio' },
];

const metrics = (random: Random, entries: readonly object[], more = {}): Question => ({
  body: { metrics: entries, ...range(random), ...more },
});

const roster = (random: Random, sent: Readonly<Record<string, string | number>>): Question => ({
  query: Object.entries({ ...range(random), perPage: 50, ...sent }).map(
    ([name, value]) => [name, String(value)] as const,
  ),
});
const byPosts = { sort: 'posts', order: 'desc' };

const families = ['Alvenor', 'CALDERWYN', 'hallowind', 'Jankovar', 'RIVENDAHL', 'thornaby'];

/** What is measured: a title, and how a question of its kind is drawn. */
export const works: Readonly<
  Record<string, readonly [title: string, question: (random: Random, school: School) => Question]>
> = {
  dashboard: ['25 metrics', (random) => metrics(random, dashboard(oneOf(random, slices)))],
  posts: [
    'posts by month',
    (random) =>
      metrics(random, [{ name: 'postCount', userType: oneOf(random, slices) }], {
        dimensions: ['month'],
      }),
  ],
  visitors: [
    'visitors by month',
    (random) => metrics(random, [{ name: 'visitorCount' }], { dimensions: ['month'] }),
  ],
  rankings: ['four rankings', (random) => metrics(random, rankings)],
  roster: ['roster, page 1', (random) => roster(random, byPosts)],
  deepPage: [
    'roster, deep page',
    (random, { members }) =>
      roster(random, { ...byPosts, page: 1 + Math.floor((members / 50) * (0.4 + 0.5 * random())) }),
  ],
  search: [
    'roster, search',
    (random) => roster(random, { q: `${oneOf(random, families)}${1 + below(random, 99)}` }),
  ],
};

/** Different questions of a kind; every engine gets the same ones. */
export const questionsFor = (work: string, school: School, count: number): readonly Question[] => {
  const random = randomFrom(seed + 104_729 * Object.keys(works).indexOf(work));
  return Array.from({ length: count }, () => works[work]![1](random, school));
};
