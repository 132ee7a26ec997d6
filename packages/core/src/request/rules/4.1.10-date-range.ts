import { limits } from '../../api/limits.js';
import type { Place } from '../../checked.js';
import { show } from '../../messages.js';
import { formatMonth, type Month, monthOf, parseMonth, plusMonths, yearOf } from '../../time.js';
import { type Refusals, refuse } from './rule.js';

/** One end of a range. */
interface RangeEnd {
  readonly name: 'from' | 'to';
  /** `undefined` when it was not sent. */
  readonly sent: unknown;
  /** `null` when no month was sent. */
  readonly month: Month | null;
}

/** A range as it was sent, and how a refusal points at an end of it. */
export interface SentRange {
  readonly from: RangeEnd;
  readonly to: RangeEnd;
  readonly placeOf: (end: RangeEnd['name']) => Place;
}

/** A request with a range, and the month that limits it. */
export interface RangeRequest {
  readonly range: SentRange;
  /** `null` where the window is not checked. */
  readonly currentMonth: Month | null;
}

const readEnd = (name: RangeEnd['name'], sent: unknown): RangeEnd => ({
  name,
  sent,
  month: typeof sent === 'string' ? parseMonth(sent) : null,
});

/** Reads the two ends of a range. */
export const readRange = (
  from: unknown,
  to: unknown,
  placeOf: SentRange['placeOf'],
): SentRange => ({ from: readEnd('from', from), to: readEnd('to', to), placeOf });

/** 4.1.10, what the range by itself decides. */
export function* rangeForm({ range: { from, to, placeOf } }: RangeRequest): Refusals {
  if ((from.sent === undefined) !== (to.sent === undefined)) {
    // At the end that was sent: the other one is nowhere.
    const [end, missing] = to.sent === undefined ? [from, to] : [to, from];
    const detail = `${missing.name} is missing; send from and to, or neither.`;
    yield refuse('rangeEndMissing', placeOf(end.name), detail);
  }
  for (const { name, sent, month } of [from, to]) {
    if (sent === undefined || month !== null) continue;
    const detail = `${name} is ${show(sent)}; send a month as YYYY-MM, from 01 to 12.`;
    yield refuse('malformedMonth', placeOf(name), detail);
  }
  if (from.month === null || to.month === null) return;
  const months = to.month - from.month + 1;
  if (months >= 1 && months <= limits.rangeMonthsMax) return;
  const sent = `${formatMonth(from.month)} to ${formatMonth(to.month)}`;
  if (months < 1) {
    const detail = `The range ${sent} ends before it begins; send the earlier month as from.`;
    yield refuse('rangeReversed', placeOf('to'), detail);
    return;
  }
  const latest = formatMonth(plusMonths(from.month, limits.rangeMonthsMax - 1));
  const detail = `The range ${sent} spans ${months} months; send at most ${limits.rangeMonthsMax}, both ends counted, so to ${latest} at the latest.`;
  yield refuse('rangeTooLong', placeOf('to'), detail);
}

/** 4.1.10, the window that moves with the current month. */
export function* rangeWindow({
  range: { from, to, placeOf },
  currentMonth,
}: RangeRequest): Refusals {
  if (currentMonth === null) return;
  const earliest = monthOf(Math.max(0, yearOf(currentMonth) - limits.yearsBackMax), 1);
  if (from.month !== null && from.month < earliest) {
    const detail = `from is ${formatMonth(from.month)}; send ${formatMonth(earliest)} or later.`;
    yield refuse('rangeTooEarly', placeOf('from'), detail);
  }
  if (to.month !== null && to.month > currentMonth) {
    const detail = `to is ${formatMonth(to.month)}; send ${formatMonth(currentMonth)} or earlier, the current month included.`;
    yield refuse('rangeTooLate', placeOf('to'), detail);
  }
}
