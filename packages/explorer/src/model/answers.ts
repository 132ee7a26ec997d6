import type { Series } from './chart-picture.js';
import {
  changeOf,
  countText,
  datesText,
  listText,
  nameText,
  numberText,
  percentText,
  shortMonthText,
} from './format.js';
import { valueOr } from './known.js';
import { monthsOf } from './months.js';
import { datesOf } from './period.js';
import type { Picture } from './picture.js';

/** A question of an administrator, its answer in words, and the part of the page that goes on from it. */
export interface Answer {
  readonly id: 'chart' | 'inactive' | 'rankings' | 'safety' | 'subscription';
  readonly question: string;
  /** `null` while it is not known. */
  readonly text: string | null;
  /** The id of a heading. */
  readonly section: string;
  readonly action: string;
}

/** Posts fell 21 %, most in March and May. */
const growth = ({ posts, chart, calls }: Picture): string | null => {
  if (posts.series.kind !== 'known') return null;
  const shown = [posts, chart].find(({ series }) =>
    valueOr(series)?.total.some((some) => some > 0),
  );
  const series = shown === undefined ? null : valueOr(shown.series);
  if (shown === undefined || series === null) return 'There were no posts in these months.';
  const { label } = shown.chart;
  const { compared } = series;
  const comparison = calls.period?.comparison;
  if (comparison?.kind !== 'months' || compared === null)
    return `${label} are not compared. ${comparison?.kind === 'none' ? comparison.reason : ''}`.trim();
  const { direction, text } = changeOf(compared.now, compared.before);
  if (text === 'new')
    return `${label}: ${numberText(compared.now)}, after none in the months before.`;
  if (direction === 'same') return `${label} stayed the same.`;
  const verb = direction === 'up' ? 'rose' : 'fell';
  const amount = text.endsWith('×') ? `to ${text.slice(0, -2)} times as many` : text;
  return `${label} ${verb} ${amount}${mostIn(shown.months, series, monthsOf(comparison.now), direction)}.`;
};

/** The two months that make most of a change, if they do. */
const mostIn = (
  months: readonly string[],
  { total, before }: Series,
  compared: readonly string[],
  direction: 'up' | 'down',
): string => {
  const sign = direction === 'up' ? 1 : -1;
  const changes = months.flatMap((month, at) =>
    compared.includes(month)
      ? [{ month, by: sign * ((total[at] ?? 0) - (before?.[at] ?? 0)) }]
      : [],
  );
  const sorted = changes.filter(({ by }) => by > 0).sort((a, b) => b.by - a.by);
  if (changes.length < 3 || sorted.length < 2) return '';
  const first = sorted.slice(0, 2).sort((a, b) => (a.month < b.month ? -1 : 1));
  return `, most in ${listText(first.map(({ month }) => shortMonthText(month)))}`;
};

const inactive = ({ inactive: none, members }: Picture): string | null => {
  const [count, all] = [valueOr(none), valueOr(members)];
  if (count === null || all === null) return null;
  if (count === 0) return 'Every member has contributed.';
  return `${countText(count, 'member')} of ${numberText(all)} ${count === 1 ? 'has' : 'have'} not contributed.`;
};

/** Who and what carries the posts. */
const carriers = ({ posts, rankings }: Picture): string | null => {
  if (posts.series.kind !== 'known') return null;
  const inRange = (values: readonly number[]) =>
    values.slice(-posts.inRange).reduce((sum, value) => sum + value, 0);
  const { total, stacks } = posts.series.value;
  const all = inRange(total);
  const byPosts = rankings.find(({ id }) => id === 'boards-by-posts');
  const byVisitors = rankings.find(({ id }) => id === 'boards-by-visitors');
  if (byPosts?.bars.kind !== 'known') return null;
  const [top] = byPosts.bars.value;
  if (all === 0 || top === undefined) {
    const [visited] = (byVisitors === undefined ? null : valueOr(byVisitors.bars)) ?? [];
    return visited === undefined
      ? 'No board had posts or visitors.'
      : `The most visited board is “${nameText(visited.label, '(no title)')}”.`;
  }
  const [role] = stacks
    .map(({ role: name, values }) => ({ name, count: inRange(values) }))
    .sort((a, b) => b.count - a.count);
  const who =
    role === undefined || role.name === 'others'
      ? ''
      : `${role.name[0]?.toUpperCase() ?? ''}${role.name.slice(1)}s wrote ${percentText(role.count / all)} of the posts; `;
  const board = `“${nameText(top.label, '(no title)')}” has ${percentText(top.value / all)}`;
  return `${who}${board}${who === '' ? ' of the posts' : ' of them'}.`;
};

const unsafe = ({ noSafety, safety }: Picture): string | null => {
  if (noSafety !== null) return noSafety;
  const read = (name: string) => safety.find(({ entry }) => entry.name === name)?.value;
  const [flagged, caught] = [read('flaggedItemCount'), read('moderationCatchRatePercent')];
  if (flagged?.kind !== 'known' || caught?.kind !== 'known') return null;
  if (caught.value === null) return 'Nothing unsafe was found.';
  return `${countText(flagged.value ?? 0, 'item')} flagged; the scan caught ${numberText(caught.value)} % of the unsafe ones.`;
};

const seats = ({ subscription, members }: Picture): string | null => {
  const [term, all] = [valueOr(subscription), valueOr(members)];
  if (term === null || all === null) return null;
  if (term.seatCount === null)
    return term.termStart === null
      ? 'There is no subscription.'
      : 'The number of seats is not known.';
  const both = `${countText(all, 'member')} for ${countText(term.seatCount, 'seat')}`;
  const over = all - term.seatCount;
  return over > 0
    ? `${both}: ${numberText(over)} more than paid for.`
    : `${both}: ${percentText(all / term.seatCount)} in use.`;
};

/** The questions in the order of the page. */
// biome-ignore format: a table reads by its columns
const questions = [
  { id: 'chart',        question: 'Is use growing?',       answer: growth,   section: 'by-month',     action: 'See it by month' },
  { id: 'inactive',     question: 'Who has not started?',  answer: inactive, section: 'roster',       action: 'List them' },
  { id: 'rankings',     question: 'What carries it?',      answer: carriers, section: 'rankings',     action: 'Boards and people' },
  { id: 'safety',       question: 'Is anything unsafe?',   answer: unsafe,   section: 'safety',       action: 'Content safety' },
  { id: 'subscription', question: 'Are the seats used?',   answer: seats,    section: 'subscription', action: 'Subscription' },
] as const;

export const answersOf = (picture: Picture): readonly Answer[] =>
  questions.map(({ answer, ...question }) => ({ ...question, text: answer(picture) }));

export const comparedText = ({ calls: { period }, chart, thisMonth }: Picture): string => {
  const comparison = period?.comparison;
  if (comparison === undefined) return '';
  if (comparison.kind === 'none')
    return comparison.reason === '' ? '' : `Not compared: ${comparison.reason}`;
  const [now, before] = [comparison.now, comparison.before].map((span) => datesText(datesOf(span)));
  const open = chart.months.includes(thisMonth) ? ' The month that is not over is left out.' : '';
  return `Changes compare ${now ?? ''} with ${before ?? ''}.${open}`;
};
