import {
  all,
  allOf,
  answeredWith,
  type Check,
  each,
  eachOf,
  holds,
  holdsIf,
  mismatch,
  whenServed,
} from '../judge/check.js';
import { dayOf, plusDays } from '../judge/days.js';
import type { Answer } from '../judge/evidence.js';
import { expectedFigures, expectedRange } from '../judge/expected.js';
import { metricsValid, sentEntries, settled } from '../judge/metrics/answer.js';
import { at, isObject, listOf } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { fail, heaviest, notApplicable, pass } from '../model/verdict.js';
import type { Entry } from '../probes/entries.js';
import { metricsRefusals } from '../refusals/metrics.js';
import { teamRefusals } from '../refusals/team.js';
import { hasDays } from './2.7.js';
import { must, refused, seeded } from './rule.js';

const accepted = (id: string, clause: string, ...probes: readonly string[]): Rule =>
  must(id, clause, '200, or 202 first', probes, answeredWith(200));

const nameOf = (entry: Entry | undefined): string => String(entry?.['name']);
/** A combination is named by its metric, or by every value of its lists beside month. */
const combinationOf = (entry: Entry | undefined): readonly string[] => [
  ...Object.values(entry ?? {}).flatMap((value) => (Array.isArray(value) ? value.map(String) : [])),
  'month',
];

/** As JSON or, with letters that may be escaped there, as what it says. */
const holdsWord = ({ exchange, document }: Answer, word: string): boolean =>
  [exchange.answer?.body, JSON.stringify(document)].some((text) =>
    new RegExp(`(?<![a-z])${word}`, 'i').test(text ?? ''),
  );

/** The answer names what it refuses: its body holds all the words of one of several namings. */
const names = (
  id: string,
  probe: string,
  clause: string,
  expected: string | readonly string[],
  namings: (refused: Entry | undefined) => readonly (readonly string[])[],
): Rule =>
  must(
    id,
    clause,
    expected,
    [probe],
    each((answer) => {
      if (answer.status !== 400) return mismatch('400', 'the status', answer.status);
      const refused = sentEntries(answer.request).at(-1);
      return holdsIf(
        namings(refused).some((words) => words.every((word) => holdsWord(answer, word))),
        () => `the body does not name ${nameOf(refused)}`,
      );
    }),
  );

const hasCode = (value: unknown): boolean =>
  isObject(value)
    ? value['code'] === 'BAD_JSON' || Object.values(value).some(hasCode)
    : listOf(value).some(hasCode);

const rangeOf = ({ document }: Answer, end: 'from' | 'to'): string =>
  String(at(document, 'meta', 'dateRange', end));

/**
 * Where today is known: the current term has begun and is not over, and all time ends today; a day of slack for zones.
 * The dates of data that the suite does not know are open (W15).
 */
const containsToday: Check = (answer, history) => {
  if (history.run.now === null) return holds;
  const [from, to] = [rangeOf(answer, 'from'), rangeOf(answer, 'to')];
  const today = dayOf(history, answer);
  return holdsIf(
    from <= plusDays(today, 1) && to >= plusDays(today, -1),
    () => `without from and to the range is ${from} to ${to}, today is ${today}`,
  );
};

/** Requests without a range to both endpoints, for further organizations. */
const furtherDefaults = [
  ['AU19', 'AU20'],
  ['AU21', 'AU22'],
] as const;

/** Both endpoints have the same default range; the day may have changed between the answers. */
const sameDefaults: Judge = (history) => {
  const pairs = [['MV1', 'RV1'] as const, ...furtherDefaults].flatMap((probes) => {
    const [metrics, roster] = probes.map((probe) => settled(history, probe));
    return metrics && roster ? [{ probes, metrics, roster }] : [];
  });
  if (pairs.length === 0)
    return notApplicable('notExercised', 'There are no two answers to compare.');
  return heaviest(
    pairs.map(({ probes, metrics, roster }) => {
      const ends = (end: 'from' | 'to') => [metrics, roster].map((answer) => rangeOf(answer, end));
      const [from, to] = [ends('from'), ends('to')];
      const apartMs = Math.abs(Date.parse(to[0] ?? '') - Date.parse(to[1] ?? ''));
      const message = `Without from and to the range is ${from[0]} to ${to[0]} in ${probes[0]} and ${from[1]} to ${to[1]} in ${probes[1]}.`;
      const evidence = [metrics, roster].map(({ seq }) => ({ seq, actual: message }));
      const isSame = from[0] === from[1] && apartMs <= 86_400_000;
      return isSame ? pass(message, evidence) : fail(message, evidence);
    }),
  );
};

/** Section 4.1: the metrics endpoint. */
export const section4_1: readonly Rule[] = [
  ...refused(metricsRefusals),
  ...refused(teamRefusals),
  accepted('4.1-T1d', '25 entries are served.', 'MV1'),
  accepted('4.1-R1a', 'The same metric may appear more than once with other properties.', 'MV2'),
  must(
    '4.1-T8',
    'A sound request is served, whatever metrics and properties it combines.',
    '200, or 202 first, for every sound request',
    metricsValid,
    answeredWith(200),
  ),
  accepted('4.1-R2a', 'Exactly 50 queries are served.', 'MV8'),
  accepted('4.1-R10h', 'A range of 24 months is served.', 'MV2'),
  accepted('4.1-R10i', 'A range from the earliest month on is served.', 'MV6'),
  accepted('4.1-R10j', 'A range of the current month alone is served.', 'MV7'),
  names(
    '4.1-R8a',
    'MN27',
    'The refusal of a metric without a monthly form names it.',
    '400 with the name of the metric in its body',
    (refused) => [[nameOf(refused)]],
  ),
  names(
    '4.1-R8c',
    'MN28',
    'The refusal of an unsupported combination names it.',
    ['400 with the name of the metric in its body', '400 with month and both statuses in its body'],
    (refused) => [[nameOf(refused)], combinationOf(refused)],
  ),
  must(
    '4.1-R11',
    'Without from and to the range is the billing term, or all time.',
    [
      'meta.dateRange has two days in order; with --now, that day lies between them, with a day of slack',
      'both endpoints have the same range, with a day of slack at its end',
    ],
    ['MV1', 'RV1', ...furtherDefaults.flat()],
    all(
      eachOf(
        ['MV1'],
        whenServed((answer, history) =>
          allOf([hasDays(answer, history), containsToday(answer, history)]),
        ),
      ),
      sameDefaults,
    ),
  ),
  must(
    '4.1-R11s',
    'Without from and to the range is the current billing term, or all time if there is none.',
    'the range that the facts give',
    ['MV1', 'RV1'],
    each(expectedRange),
    seeded,
  ),
  must(
    '4.1-R11t',
    'Without from and to the range is all time between billing terms, and without any.',
    'the range, and the figures of it, that the facts give for the second organization and for the classroom',
    ['AU19', 'AU20', 'AU21', 'AU22'],
    all(
      each(expectedRange),
      eachOf(
        ['AU19', 'AU21'],
        expectedFigures(({ name }) => name !== 'subscription'),
      ),
    ),
    seeded,
  ),
  must(
    '4.1-R12b',
    'The refusal of malformed JSON has the code BAD_JSON.',
    'a member code with the value BAD_JSON anywhere in the body',
    ['MN1'],
    each((answer) =>
      hasCode(answer.document) ? holds : mismatch('a code BAD_JSON', 'the body', answer.document),
    ),
  ),
];
