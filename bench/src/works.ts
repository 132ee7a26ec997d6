import { randomFrom } from '@tallyboard/arbitraries';
import { type DateRange, rangeOfMonths } from '../../packages/core/src/model/date-range.js';
import type { ResolvedQuery } from '../../packages/core/src/model/metric.js';
import { monthOfDay, plusMonths } from '../../packages/core/src/model/month.js';
import type { Role } from '../../packages/core/src/model/role.js';
import type { Question } from './question.js';
import { firstDay, lastDay, membersFor, months, seed, term } from './schools.js';

type Random = () => number;

/** Something that a service has to answer, in a form that never asks the same twice in a row. */
export interface Work {
  readonly name: string;
  readonly title: string;
  readonly question: (random: Random, events: number) => Question;
}

const rangeMonthsMax = 24;
const perPage = 50;
const below = (random: Random, count: number): number => Math.floor(random() * count);

/** As many months as a request may ask for, anywhere. */
const wholeMonths = (random: Random): DateRange => {
  const length = 1 + below(random, rangeMonthsMax);
  const from = plusMonths(monthOfDay(firstDay), below(random, months - length + 1));
  return rangeOfMonths(from, plusMonths(from, length - 1));
};

/** The default range of an organization with a billing term, or of one without. */
const byDefault = (random: Random): DateRange =>
  random() < 0.5 ? { from: term.startsOn, to: term.endsOn } : { from: firstDay, to: lastDay };

const slices: readonly (readonly Role[])[] = [
  ['student'],
  ['teacher'],
  ['student', 'teacher'],
  ['teacher', 'admin', 'guest'],
];
const sliceFor = (random: Random): readonly Role[] => slices[below(random, slices.length)]!;

const rankings: readonly ResolvedQuery[] = [
  { name: 'topBoards', properties: { sortBy: 'posts' } },
  { name: 'topBoards', properties: { sortBy: 'visitors' } },
  { name: 'topUsers', properties: { sortBy: 'posts', userType: ['all'] } },
  { name: 'topMedia', properties: { mediaType: 'video' } },
];

/** 25 entries that name every metric about events. */
const dashboard = (slice: readonly Role[]): readonly ResolvedQuery[] => [
  { name: 'memberCount', properties: { status: 'all', userType: ['all'] } },
  { name: 'memberCount', properties: { status: 'active', userType: ['all'] } },
  { name: 'memberCount', properties: { status: 'inactive', userType: slice } },
  { name: 'newMemberCount', properties: {} },
  { name: 'boardCount', properties: {} },
  { name: 'postCount', properties: {} },
  { name: 'commentCount', properties: {} },
  { name: 'reactionCount', properties: {} },
  { name: 'visitorCount', properties: {} },
  { name: 'peerInteractionCount', properties: { userType: slice } },
  { name: 'wallEngagementMinutes', properties: { userType: ['all'] } },
  { name: 'wallEngagementMinutes', properties: { userType: [...slice, 'anonymous'] } },
  { name: 'attachmentCountByCategory', properties: { userType: slice } },
  { name: 'scannedItemCount', properties: {} },
  { name: 'scannedItemCountByType', properties: {} },
  { name: 'avgScanTimeMs', properties: {} },
  { name: 'flaggedItemCount', properties: {} },
  { name: 'flaggedItemCountByCategory', properties: {} },
  { name: 'moderationCatchRatePercent', properties: {} },
  ...rankings,
  { name: 'topUsers', properties: { sortBy: 'boards', userType: ['all'] } },
  { name: 'topMedia', properties: { mediaType: 'audio' } },
];

const metrics = (
  range: DateRange,
  byMonth: boolean,
  queries: readonly ResolvedQuery[],
): Question => ({ ask: 'metrics', queries, scope: { range, byMonth, today: lastDay } });

const roster = (
  range: DateRange,
  asked: { readonly page?: number; readonly q?: string; readonly sort: 'name' | 'posts' },
): Question => ({
  ask: 'roster',
  range,
  roster: {
    status: null,
    userTypes: [],
    q: '',
    order: asked.sort === 'name' ? 'asc' : 'desc',
    page: 1,
    perPage,
    ...asked,
  },
});

const lastNames = ['Abel', 'Brandt', 'costa', 'DIAZ', 'eriksen', 'Fontaine', 'grau', 'Hale'];
const deepPage = (random: Random, events: number): number => {
  const pages = Math.ceil(membersFor(events) / perPage);
  return Math.max(1, Math.floor(pages * (0.4 + 0.5 * random())));
};

export const works: readonly Work[] = [
  {
    name: 'dashboard',
    title: 'dashboard of 25 metrics',
    question: (random) => metrics(wholeMonths(random), false, dashboard(sliceFor(random))),
  },
  {
    name: 'byDefault',
    title: 'the same over the default range',
    question: (random) => metrics(byDefault(random), false, dashboard(sliceFor(random))),
  },
  {
    name: 'seriesPosts',
    title: 'posts by month, of some roles',
    question: (random) =>
      metrics(wholeMonths(random), true, [
        { name: 'postCount', properties: { userType: sliceFor(random) } },
      ]),
  },
  {
    name: 'seriesVisitors',
    title: 'distinct visitors by month',
    question: (random) =>
      metrics(wholeMonths(random), true, [{ name: 'visitorCount', properties: {} }]),
  },
  {
    name: 'rankings',
    title: 'four rankings',
    question: (random) => metrics(wholeMonths(random), false, rankings),
  },
  {
    name: 'rosterFirst',
    title: 'roster by posts, page 1',
    question: (random) => roster(wholeMonths(random), { sort: 'posts' }),
  },
  {
    name: 'rosterDeep',
    title: 'roster by posts, a deep page',
    question: (random, events) =>
      roster(wholeMonths(random), { sort: 'posts', page: deepPage(random, events) }),
  },
  {
    name: 'rosterSearch',
    title: 'roster search by name',
    question: (random) =>
      roster(wholeMonths(random), {
        sort: 'name',
        q: `${lastNames[below(random, lastNames.length)]!} ${1 + below(random, 99)}`,
      }),
  },
  {
    name: 'visitors',
    title: 'distinct visitors of a range',
    question: (random) =>
      metrics(wholeMonths(random), false, [{ name: 'visitorCount', properties: {} }]),
  },
];

/** The questions of a batch; no two batches are alike, and every engine gets the same ones. */
export const questionsFor = (
  name: string,
  batch: number,
  count: number,
  events: number,
): readonly Question[] => {
  const at = works.findIndex((work) => work.name === name);
  const random = randomFrom(seed + 7919 * (batch + 1) + 104_729 * at);
  return Array.from({ length: count }, () => works[at]!.question(random, events));
};
