import { firstDayOf, formatDay, lastDayOf, parseMonth } from '@tallyboard/core/vocabulary';
import {
  all,
  type Check,
  each,
  everyAnswer,
  holds,
  holdsIf,
  mismatch,
  whenServed,
} from '../judge/check.js';
import { isDate } from '../judge/days.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import {
  listed,
  metricsAnswers,
  metricsValid,
  readable,
  returned,
  sentRange,
} from '../judge/metrics/answer.js';
import { rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, listOf, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { any, derived, inferred, must } from './rule.js';

const meta = (answer: Answer, name: string): unknown => at(answer.document, 'meta', name);
const count = (answer: Answer, name: string): number => listOf(meta(answer, name)).length;

const statusAgrees: Check = (answer) => {
  const right =
    answer.status === 202 ? 'pending' : count(answer, 'errors') > 0 ? 'partial' : 'ready';
  const value = meta(answer, 'status');
  return value === right ? holds : mismatch(right, '/meta/status', value);
};

const isInOnePlace: Check = (answer) => {
  const missing = [...listed(answer, 'pending'), ...listed(answer, 'errors')];
  const both = returned(answer).find(({ key }) => missing.some((one) => one.key === key));
  return holdsIf(both === undefined, () => `${readable(both?.key)} is in data and missing`);
};

/** meta.dateRange is two days in order (2.7, 2.8). */
export const hasDays: Check = (answer) => {
  const [from, to] = [at(meta(answer, 'dateRange'), 'from'), at(meta(answer, 'dateRange'), 'to')];
  return isDate(from) && isDate(to) && String(from) <= String(to)
    ? holds
    : mismatch('two days in order', '/meta/dateRange', meta(answer, 'dateRange'));
};

/** An explicit range covers its months whole; where the current month ends is open (W16). */
export const coversMonths =
  (range: (answer: Answer) => { readonly from: string; readonly to: string } | null): Check =>
  (answer, history) => {
    const sent = range(answer);
    const [from, to] = [parseMonth(sent?.from ?? ''), parseMonth(sent?.to ?? '')];
    if (from === null || to === null) return holds;
    const [first, last] = [formatDay(firstDayOf(from)), formatDay(lastDayOf(to))];
    const got = meta(answer, 'dateRange');
    const isCurrent = history.calendar?.month === sent?.to;
    const end = String(at(got, 'to'));
    const endIsRight = end === last || (isCurrent && end.startsWith(String(sent?.to)));
    return at(got, 'from') === first && endIsRight
      ? holds
      : mismatch(`${first} to ${last}`, '/meta/dateRange', got);
  };

const coversSent = coversMonths((answer) => sentRange(answer.request));

const pendingAgrees: Check = (answer) =>
  answer.status === 202
    ? holdsIf(
        count(answer, 'pending') > 0,
        () => `202 and meta.pending is ${shown(meta(answer, 'pending'))}`,
      )
    : holdsIf(
        count(answer, 'pending') === 0,
        () => `200 and meta.pending is ${shown(meta(answer, 'pending'))}`,
      );

/** meta.retryAfter repeats the header (2.7, 3). */
export const waitAgrees: Check = (answer) => {
  const value = meta(answer, 'retryAfter');
  return value === retryAfterOf(answer) && value !== null
    ? holds
    : mismatch(
        `Retry-After, ${shown(answer.headers.get('retry-after'))}`,
        '/meta/retryAfter',
        value,
      );
};

const failuresAreAbsent: Check = (answer) => {
  const metrics = at(answer.document, 'data', 'attributes', 'metrics');
  if (answer.status === 200 && !Array.isArray(metrics))
    return mismatch('a list, empty when every metric failed', '/data/attributes/metrics', metrics);
  const failed = new Set(listed(answer, 'errors').map((one) => one.key));
  const both = returned(answer).find((one) => failed.has(one.key));
  return holdsIf(both === undefined, () => `${readable(both?.key)} is in errors and in data`);
};

const claimsPartial = (history: History): readonly Answer[] =>
  evidenceIn(history).filter(
    (answer) =>
      answer.request.endpoint === 'metrics' &&
      (meta(answer, 'status') === 'partial' || count(answer, 'errors') > 0) &&
      at(answer.document, 'meta') !== undefined,
  );

/** Section 2.7: meta of the metrics answer. */
export const section2_7: readonly Rule[] = [
  derived(
    '2.7-D1',
    'An entry in data is neither pending nor failed.',
    'no entry is in data and in meta.pending or meta.errors',
    metricsValid,
    everyAnswer(metricsAnswers, isInOnePlace, 'No metrics answer was seen.'),
    any,
  ),
  must(
    '2.7-T1',
    'status is ready when every metric is there, pending on a 202, partial when some failed.',
    'meta.status agrees with the status code and meta.errors',
    metricsValid,
    everyAnswer(metricsAnswers, statusAgrees, 'No metrics answer was seen.'),
    any,
  ),
  must(
    '2.7-T2a',
    'dateRange tells the range used, to the day.',
    'from and to as YYYY-MM-DD, in order',
    metricsValid,
    each(whenServed(hasDays)),
    any,
  ),
  inferred(
    '2.7-T2b',
    'An explicit range covers its months whole.',
    [
      'from is the first day of its month, to the last day of its month',
      'to is any day of the current month when that is asked for',
    ],
    ['MV2', 'MV4', 'MV5', 'MV6', 'MV7', 'MV8'],
    all(
      each(whenServed(coversSent)),
      // The range is the same while figures are pending.
      everyAnswer(
        (history) => metricsAnswers(history).filter((one) => meta(one, 'dateRange') !== undefined),
        coversSent,
        'No range was seen.',
      ),
    ),
  ),
  must(
    '2.7-T3',
    'pending lists what is still being computed: something on a 202, nothing on a 200.',
    'meta.pending agrees with the status code',
    metricsValid,
    everyAnswer(metricsAnswers, pendingAgrees, 'No metrics answer was seen.'),
    any,
  ),
  must(
    '2.7-T4',
    'retryAfter equals the Retry-After header.',
    'meta.retryAfter is the number in Retry-After on every 202',
    [],
    everyAnswer(
      (history) =>
        [...metricsAnswers(history), ...rosterAnswers(history)].filter(
          (answer) => answer.status === 202,
        ),
      waitAgrees,
      'No 202 was seen.',
    ),
  ),
  must(
    '2.7-T5',
    'Metrics that failed are listed in errors and missing from data, not returned as zero.',
    ['no entry is both in meta.errors and in data', 'metrics is an empty list when all failed'],
    [],
    everyAnswer(claimsPartial, failuresAreAbsent, 'No metric failed.'),
    { need: 'faultHook' },
  ),
];
