import { firstDayOf, formatDay, lastDayOf, parseMonth } from '@tallyboard/core/vocabulary';
import { type Check, equals, everyAnswer, mismatch, whenServed } from '../judge/check.js';
import { isDate } from '../judge/days.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { listed, metricsAnswers, readable, returned, sentRange } from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at, listOf, shown } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import { isAbsent, waitingIn } from './1.js';
import { inMetrics, without } from './broken.js';
import { derived, inferred, must } from './rule.js';

const meta = (answer: Answer, name: string): unknown => at(answer.document, 'meta', name);
const count = (answer: Answer, name: string): number => listOf(meta(answer, name)).length;

const statusAgrees: Check = (answer) => {
  const complete = count(answer, 'errors') > 0 ? 'partial' : 'ready';
  return equals(
    answer.status === 202 ? 'pending' : complete,
    '/meta/status',
    meta(answer, 'status'),
  );
};

const isInOnePlace: Check = (answer) => {
  const missing = [...listed(answer, 'pending'), ...listed(answer, 'errors')];
  const both = returned(answer).find(({ key }) => missing.some((one) => one.key === key));
  return both === undefined ? null : `${readable(both.key)} is in data and missing`;
};

/** meta.dateRange is two days in order (2.7, 2.8). */
export const hasDays: Check = (answer) => {
  const range = meta(answer, 'dateRange');
  const [from, to] = [at(range, 'from'), at(range, 'to')];
  return isDate(from) && isDate(to) && String(from) <= String(to)
    ? null
    : mismatch('two days in order', '/meta/dateRange', range);
};

/** An explicit range covers its months whole; where the current month ends is open (W16). */
export const coversMonths =
  (range: (answer: Answer) => { readonly from: string; readonly to: string } | null): Check =>
  (answer, history) => {
    const sent = range(answer);
    const [from, to] = [parseMonth(sent?.from ?? ''), parseMonth(sent?.to ?? '')];
    if (from === null || to === null) return null;
    const [first, last] = [formatDay(firstDayOf(from)), formatDay(lastDayOf(to))];
    const got = meta(answer, 'dateRange');
    const isCurrent = history.calendar?.month === sent?.to;
    const end = String(at(got, 'to'));
    const endIsRight = end === last || (isCurrent && end.startsWith(String(sent?.to)));
    return at(got, 'from') === first && endIsRight
      ? null
      : mismatch(`${first} to ${last}`, '/meta/dateRange', got);
  };

const coversSent = coversMonths((answer) => sentRange(answer.request));

const pendingAgrees: Check = (answer) =>
  (answer.status === 202) === count(answer, 'pending') > 0
    ? null
    : `${answer.status} and meta.pending is ${shown(meta(answer, 'pending'))}`;

/** meta.retryAfter repeats the header (2.7, 3). */
export const waitAgrees: Check = (answer) => {
  const value = meta(answer, 'retryAfter');
  const header = shown(answer.headers.get('retry-after'));
  return value === retryAfterOf(answer) && value !== null
    ? null
    : mismatch(`Retry-After, ${header}`, '/meta/retryAfter', value);
};

const failuresAreAbsent: Check = (answer, history) => {
  const all = at(answer.document, 'data', 'attributes', 'metrics');
  return answer.status === 200 && !Array.isArray(all)
    ? mismatch('a list, empty when every metric failed', '/data/attributes/metrics', all)
    : isAbsent('errors')(answer, history);
};

const claimsPartial = (history: History): readonly Answer[] =>
  evidenceIn(history).filter(
    (answer) =>
      answer.request.endpoint === 'metrics' &&
      (meta(answer, 'status') === 'partial' || count(answer, 'errors') > 0),
  );

/** The answers to sound requests; whichever was answered decides. */
const ofAnswers = { asks: metricsValid, cover: 'any' } as const;

const inAnswers = (check: Check): Judge =>
  everyAnswer(metricsAnswers, check, 'No metrics answer was seen.');

const absent = (name: string) => inMetrics('meta', without(name));

/** Section 2.7: meta of the metrics answer. */
export const section2_7: readonly Rule[] = [
  derived('2.7-D1', 'An entry in data is neither pending nor failed.', {
    ...ofAnswers,
    expected: 'no entry is in data and in meta.pending or meta.errors',
    judge: inAnswers(isInOnePlace),
  }),
  must(
    '2.7-T1',
    'status is ready when every metric is there, pending on a 202, partial when some failed.',
    {
      ...ofAnswers,
      judge: inAnswers(statusAgrees),
      broken: {
        complete: inMetrics('meta/status', () => 'complete'),
        'always partial': inMetrics('meta/status', () => 'partial'),
        absent: absent('status'),
      },
    },
  ),
  must('2.7-T2a', 'dateRange tells the range used, to the day.', {
    ...ofAnswers,
    expected: 'from and to as YYYY-MM-DD, in order',
    check: whenServed(hasDays),
    broken: {
      months: inMetrics('meta/dateRange/from', (value) => String(value).slice(0, 7)),
      times: inMetrics('meta/dateRange/to', (value) => `${String(value)}T23:59:59Z`),
      absent: absent('dateRange'),
    },
  }),
  inferred('2.7-T2b', 'An explicit range covers its months whole.', {
    asks: [
      ...[metrics.whole, metrics.before, metrics.after],
      ...[metrics.earliest, metrics.current, metrics.slices],
    ],
    expected: [
      'from is the first day of its month, to the last day of its month',
      'to is any day of the current month when that is asked for',
    ],
    check: whenServed(coversSent),
    // The range is the same while figures are pending.
    judge: everyAnswer(
      (history) => metricsAnswers(history).filter((one) => meta(one, 'dateRange') !== undefined),
      coversSent,
      'No range was seen.',
    ),
    broken: {
      'every month has 28 days': inMetrics(
        'meta/dateRange/to',
        (value) => `${String(value).slice(0, 8)}28`,
      ),
      'December has 30 days': inMetrics('meta/dateRange/to', (value) =>
        String(value).replace('-12-31', '-12-30'),
      ),
      'a day late': inMetrics('meta/dateRange/from', (value) => `${String(value).slice(0, 8)}02`),
    },
  }),
  must(
    '2.7-T3',
    'pending lists what is still being computed: something on a 202, nothing on a 200.',
    {
      ...ofAnswers,
      judge: inAnswers(pendingAgrees),
      broken: {
        'something is always pending': inMetrics('meta/pending', () => [
          { name: 'postCount', properties: {} },
        ]),
      },
    },
  ),
  must('2.7-T4', 'retryAfter equals the Retry-After header.', {
    expected: 'meta.retryAfter is the number in Retry-After on every 202',
    judge: everyAnswer(waitingIn, waitAgrees, 'No 202 was seen.'),
  }),
  must(
    '2.7-T5',
    'Metrics that failed are listed in errors and missing from data, not returned as zero.',
    {
      need: 'faultHook',
      expected: [
        'no entry is both in meta.errors and in data',
        'metrics is an empty list when all failed',
      ],
      judge: everyAnswer(claimsPartial, failuresAreAbsent, 'No metric failed.'),
    },
  ),
];
