import { computeMetric, metricWith } from '../src/figures/compute-metric.js';
import { computeRoster } from '../src/figures/compute-roster.js';
import { scanCatalog } from '../src/figures/scan-figures.test-kit.js';
import type { ScanIndex } from '../src/figures/scan-index.test-kit.js';
import { scanRoster } from '../src/figures/scan-roster.test-kit.js';
import type { OrganizationIndex } from '../src/index/organization-index.js';
import { type DateRange, dateRangeOf, rangeOfMonths } from '../src/model/date-range.js';
import { dayOf, plusDays } from '../src/model/day.js';
import type { ResolvedQuery } from '../src/model/metric.js';
import { monthOf, plusMonths } from '../src/model/month.js';
import type { RosterQuestion } from '../src/model/roster.js';

/** What is asked; `turn` rotates the range, so that nothing is asked twice in a row. */
export interface Work {
  readonly name: string;
  readonly indexed: (index: OrganizationIndex, turn: number) => unknown;
  readonly scanned: (index: ScanIndex, turn: number) => unknown;
}

export const today = dayOf(2026, 11, 21);
const scanMetric = metricWith(scanCatalog);

const everybody = ['all'] as const;
const teachers = ['teacher'] as const;
const students = ['student', 'guest'] as const;

const dashboard: readonly ResolvedQuery[] = [
  { name: 'memberCount', properties: { status: 'all', userType: everybody } },
  { name: 'memberCount', properties: { status: 'active', userType: everybody } },
  { name: 'memberCount', properties: { status: 'inactive', userType: students } },
  { name: 'memberCount', properties: { status: 'invited', userType: teachers } },
  { name: 'newMemberCount', properties: {} },
  { name: 'boardCount', properties: { userType: everybody } },
  { name: 'postCount', properties: { userType: everybody } },
  { name: 'commentCount', properties: { userType: everybody } },
  { name: 'reactionCount', properties: { userType: everybody } },
  { name: 'visitorCount', properties: {} },
  { name: 'peerInteractionCount', properties: { userType: teachers } },
  { name: 'peerInteractionCount', properties: { userType: students } },
  { name: 'wallEngagementMinutes', properties: { userType: everybody } },
  { name: 'wallEngagementMinutes', properties: { userType: students } },
  { name: 'attachmentCountByCategory', properties: { userType: students } },
  { name: 'scannedItemCount', properties: {} },
  { name: 'scannedItemCountByType', properties: {} },
  { name: 'avgScanTimeMs', properties: {} },
  { name: 'flaggedItemCount', properties: {} },
  { name: 'flaggedItemCountByCategory', properties: {} },
  { name: 'moderationCatchRatePercent', properties: {} },
  { name: 'topBoards', properties: { sortBy: 'posts' } },
  { name: 'topUsers', properties: { sortBy: 'posts', userType: everybody } },
  { name: 'topMedia', properties: { mediaType: 'video' } },
  { name: 'subscription', properties: {} },
];

const rankings: readonly ResolvedQuery[] = [
  { name: 'topBoards', properties: { sortBy: ['posts', 'visitors'] } },
  { name: 'topUsers', properties: { sortBy: ['posts', 'boards'], userType: everybody } },
];

// Two years that end in one of the last twelve months; or begin and end within a month.
const months = (turn: number): DateRange => {
  const to = plusMonths(monthOf(2026, 11), -(turn % 12));
  return rangeOfMonths(plusMonths(to, -23), to);
};
const days = (turn: number): DateRange => {
  const { from, to } = months(turn);
  return dateRangeOf(plusDays(from, 9 + (turn % 7)), plusDays(to, -8));
};

const metricWork = (
  name: string,
  queries: readonly ResolvedQuery[],
  range: (turn: number) => DateRange,
  byMonth = false,
): Work => {
  const scope = (turn: number) => ({ range: range(turn), byMonth, today });
  return {
    name,
    indexed: (index, turn) => queries.map((query) => computeMetric(index, query, scope(turn))),
    scanned: (index, turn) => queries.map((query) => scanMetric(index, query, scope(turn))),
  };
};

const rosterWork = (name: string, asked: Partial<RosterQuestion>): Work => {
  const question: RosterQuestion = {
    status: null,
    userTypes: [],
    q: '',
    sort: 'posts',
    order: 'desc',
    page: 1,
    perPage: 25,
    ...asked,
  };
  return {
    name,
    indexed: (index, turn) => computeRoster(index, question, months(turn)),
    scanned: (index, turn) => scanRoster(index, question, months(turn)),
  };
};

export const works: readonly Work[] = [
  metricWork('dashboard, 25 metrics, 24 months', dashboard, months),
  metricWork('dashboard, 25 metrics, any days', dashboard, days),
  metricWork(
    'series of posts, 24 months',
    [{ name: 'postCount', properties: { userType: everybody } }],
    months,
    true,
  ),
  metricWork(
    'series of visitors, 24 months',
    [{ name: 'visitorCount', properties: {} }],
    months,
    true,
  ),
  metricWork('four rankings, 24 months', rankings, months),
  metricWork('four rankings, any days', rankings, days),
  rosterWork('roster, first page by posts', {}),
  rosterWork('roster, first page by name', { sort: 'name', order: 'asc' }),
  rosterWork('roster, page 400 by posts', { page: 400 }),
  rosterWork('roster, page 400, active by name', { sort: 'name', status: 'active', page: 400 }),
  rosterWork('roster, search', { q: 'hana ito 1', sort: 'name', order: 'asc' }),
];
