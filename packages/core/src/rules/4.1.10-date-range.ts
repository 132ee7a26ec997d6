import { limits } from '../catalog/limits.js';
import { refuse } from '../catalog/violations.js';
import type { Refusal } from '../model/checked.js';
import {
  formatMonth,
  type Month,
  monthOf,
  parseMonth,
  plusMonths,
  yearOf,
} from '../model/month.js';
import { show } from '../model/show.js';
import type { RangeRequest, RequestRule, SentRange } from './rule.js';

type End = 'from' | 'to';
const ends: readonly End[] = ['from', 'to'];

/** The month sent for one end, `null` when none was sent or it cannot be read. */
export const monthSent = (range: SentRange, end: End): Month | null => {
  const sent = range[end];
  return typeof sent === 'string' ? parseMonth(sent) : null;
};

const malformed = (range: SentRange): readonly Refusal[] =>
  ends
    .filter((end) => range[end] !== undefined && monthSent(range, end) === null)
    .map((end) =>
      refuse(
        'malformedMonth',
        range.placeOf(end),
        `${end} is ${show(range[end])}; send a month as YYYY-MM, from 01 to 12.`,
      ),
    );

// Placed at the end that was sent: the other one is nowhere.
const oneEnded = (range: SentRange): readonly Refusal[] => {
  const sent = ends.filter((end) => range[end] !== undefined);
  return sent.length !== 1
    ? []
    : sent.map((end) => {
        const missing = end === 'from' ? 'to' : 'from';
        const detail = `${missing} is missing; send from and to, or neither.`;
        return refuse('rangeEndMissing', range.placeOf(end), detail);
      });
};

const tooLongOrReversed = (range: SentRange): readonly Refusal[] => {
  const from = monthSent(range, 'from');
  const to = monthSent(range, 'to');
  if (from === null || to === null) return [];
  const months = to - from + 1;
  if (months >= 1 && months <= limits.rangeMonthsMax) return [];
  const sent = `${formatMonth(from)} to ${formatMonth(to)}`;
  if (to < from) {
    const detail = `The range ${sent} ends before it begins; send the earlier month as from.`;
    return [refuse('rangeReversed', range.placeOf('to'), detail)];
  }
  const latest = formatMonth(plusMonths(from, limits.rangeMonthsMax - 1));
  const detail = `The range ${sent} spans ${months} months; send at most ${limits.rangeMonthsMax}, both ends counted, so to ${latest} at the latest.`;
  return [refuse('rangeTooLong', range.placeOf('to'), detail)];
};

/** 4.1.10, what the range by itself decides. */
export const rangeForm: RequestRule<RangeRequest> = {
  id: '4.1.10',
  says: `from and to are months, sent both or not at all, in order, and span at most ${limits.rangeMonthsMax} months, both ends counted.`,
  looksAt: 'request',
  check: ({ range }) => [...oneEnded(range), ...malformed(range), ...tooLongOrReversed(range)],
};

/** 4.1.10, the window that moves with the current month. */
export const rangeWindow: RequestRule<RangeRequest> = {
  id: '4.1.10',
  says: `from is not before January of ${limits.yearsBackMax} years ago, to not after the current month.`,
  looksAt: 'request',
  check: ({ range, currentMonth }) => {
    if (currentMonth === null) return [];
    const earliest = monthOf(Math.max(0, yearOf(currentMonth) - limits.yearsBackMax), 1);
    const from = monthSent(range, 'from');
    const to = monthSent(range, 'to');
    const refusals: Refusal[] = [];
    if (from !== null && from < earliest) {
      const detail = `from is ${formatMonth(from)}; send ${formatMonth(earliest)} or later.`;
      refusals.push(refuse('rangeTooEarly', range.placeOf('from'), detail));
    }
    if (to !== null && to > currentMonth) {
      const detail = `to is ${formatMonth(to)}; send ${formatMonth(currentMonth)} or earlier, the current month included.`;
      refusals.push(refuse('rangeTooLate', range.placeOf('to'), detail));
    }
    return refusals;
  },
};
