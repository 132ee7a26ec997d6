import { firstDayOf, formatDay, lastDayOf, parseMonth } from '@tallyboard/core/vocabulary';
import {
  all,
  both,
  type Check,
  eachOf,
  everyAnswer,
  mismatch,
  whenServed,
} from '../judge/check.js';
import { dayOf, isDate, plusDays } from '../judge/days.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import { metricsAnswers, sentRange } from '../judge/metrics/answer.js';
import { rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { fail, heaviest, notApplicable, pass } from '../model/verdict.js';
import { access } from '../probes/access-probes.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import type { Probe } from '../probes/probe.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { change, inMetrics, inRoster, without } from './broken.js';
import { inferred, must } from './rule.js';

const rangeOf = ({ document }: Answer): unknown => at(document, 'meta', 'dateRange');
const endOf = (answer: Answer, end: 'from' | 'to'): string => String(at(rangeOf(answer), end));

const hasDays: Check = (answer) => {
  const range = rangeOf(answer);
  const [from, to] = [at(range, 'from'), at(range, 'to')];
  return isDate(from) && isDate(to) && String(from) <= String(to)
    ? null
    : mismatch('two days in order', '/meta/dateRange', range);
};

/** Where the current month ends is open (W16). */
const coversMonths: Check = (answer, history) => {
  const sent = sentRange(answer.request);
  const [from, to] = [parseMonth(sent?.from ?? ''), parseMonth(sent?.to ?? '')];
  if (from === null || to === null) return null;
  const [first, last] = [formatDay(firstDayOf(from)), formatDay(lastDayOf(to))];
  const isCurrent = history.calendar?.month === sent?.to;
  const end = endOf(answer, 'to');
  const endIsRight = end === last || (isCurrent && end.startsWith(String(sent?.to)));
  return endOf(answer, 'from') === first && endIsRight
    ? null
    : mismatch(`${first} to ${last}`, '/meta/dateRange', rangeOf(answer));
};

/** The two rules about `meta.dateRange` of an endpoint. */
const ofEndpoint = (
  endpoint: 'metrics' | 'roster',
  [daysId, monthsId]: readonly [days: string, months: string],
  asks: readonly Probe[],
  /** Requests with months. */
  explicit: readonly Probe[],
  answers: (history: History) => readonly Answer[],
): readonly Rule[] => {
  const wrong = (end: string, by: (day: string) => string) =>
    change(endpoint, `meta/dateRange/${end}`, (value) => by(String(value)));
  return [
    must(daysId, 'dateRange tells the range used, to the day.', {
      ...{ asks, cover: 'any' },
      expected: 'from and to as YYYY-MM-DD, in order',
      check: whenServed(hasDays),
      broken: {
        months: wrong('from', (day) => day.slice(0, 7)),
        times: wrong('to', (day) => `${day}T23:59:59Z`),
        absent: change(endpoint, 'meta', without('dateRange')),
      },
    }),
    inferred(monthsId, 'An explicit range covers its months whole.', {
      asks: explicit,
      expected: [
        'from is the first day of its month, to the last day of its month',
        'to is any day of the current month when that is asked for',
      ],
      check: whenServed(coversMonths),
      // The range is the same while figures are pending.
      judge: everyAnswer(
        (history) => answers(history).filter((answer) => rangeOf(answer) !== undefined),
        coversMonths,
        'No range was seen.',
      ),
      broken: {
        'every month has 28 days': wrong('to', (day) => `${day.slice(0, 8)}28`),
        'December has 30 days': wrong('to', (day) => day.replace('-12-31', '-12-30')),
        'a day late': wrong('from', (day) => `${day.slice(0, 8)}02`),
        // Of the roster alone every run asks for a range that ends in a leap year's February.
        ...(endpoint === 'roster' && {
          'February always has 28 days': wrong('to', (day) => day.replace('-02-29', '-02-28')),
        }),
      },
    }),
  ];
};

/**
 * Where today is known: the current term has begun and is not over, and all time ends today; a day of slack for zones.
 * The dates of data that the suite does not know are open (W15).
 */
const containsToday: Check = (answer, history) => {
  if (history.run.now === null) return null;
  const [from, to] = [endOf(answer, 'from'), endOf(answer, 'to')];
  const today = dayOf(history, answer);
  return from <= plusDays(today, 1) && to >= plusDays(today, -1)
    ? null
    : `without from and to the range is ${from} to ${to}, today is ${today}`;
};

/** Requests without a range to both endpoints, of several organizations. */
const defaults = [[metrics.everything, roster.bare], access.teacher, access.second] as const;

/** Both endpoints have the same default range; the day may have changed between the answers. */
const sameDefaults: Judge = (history) => {
  const judged = defaults.flatMap((probes) => {
    const served = probes.map(({ id }) => answersTo(history, id).at(-1));
    const [figures, rows] = served.filter((answer) => answer?.status === 200);
    if (figures === undefined || rows === undefined) return [];
    const [from, to] = [endOf(figures, 'from'), endOf(figures, 'to')];
    const [first, last] = [endOf(rows, 'from'), endOf(rows, 'to')];
    const message = `Without from and to the range is ${from} to ${to} in request ${figures.seq} and ${first} to ${last} in request ${rows.seq}.`;
    const isSame = from === first && Math.abs(Date.parse(to) - Date.parse(last)) <= 86_400_000;
    const evidence = [figures, rows].map(({ seq }) => ({ seq, actual: message }));
    return [isSame ? pass(message, evidence) : fail(message, evidence)];
  });
  return judged.length === 0
    ? notApplicable('notExercised', 'There are no two answers to compare.')
    : heaviest(judged);
};

/** The range that an answer says it is of (2.7, 2.8, 4.1.11). */
export const rangeRules: readonly Rule[] = [
  ...ofEndpoint(
    'metrics',
    ['2.7-T2a', '2.7-T2b'],
    metricsValid,
    [
      ...[metrics.whole, metrics.before, metrics.after],
      ...[metrics.earliest, metrics.current, metrics.slices],
    ],
    metricsAnswers,
  ),
  ...ofEndpoint(
    'roster',
    ['2.8-M5', '2.8-M5b'],
    rosterServed,
    [roster.byName, roster.after, roster.current, roster.earliest, roster.findsNoPieces],
    rosterAnswers,
  ),
  must('4.1-R11', 'Without from and to the range is the billing term, or all time.', {
    asks: defaults.flat(),
    expected: [
      'meta.dateRange has two days in order; with --now, that day lies between them, with a day of slack',
      'both endpoints have the same range, with a day of slack at its end',
    ],
    judge: all(
      eachOf([metrics.everything], whenServed(both(hasDays, containsToday))),
      sameDefaults,
    ),
    broken: {
      'no range': inMetrics('meta', without('dateRange')),
      'all time without end': inMetrics('meta/dateRange/to', () => null),
      'a term that is over': inMetrics('meta/dateRange', (value, call) =>
        call.text.includes('"from"') ? value : { from: '2024-02-13', to: '2025-02-12' },
      ),
      'another range of the roster': inRoster('meta/dateRange/from', (value, call) =>
        call.url.searchParams.has('from') ? value : '2019-09-02',
      ),
    },
  }),
];
