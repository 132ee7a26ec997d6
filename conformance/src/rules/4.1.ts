import { both, hasStatus, mismatch } from '../judge/check.js';
import type { Answer } from '../judge/evidence.js';
import { sentEntries } from '../judge/metrics/answer.js';
import { canonical, isObject, listOf } from '../model/json.js';
import type { ReplyChange } from '../model/mutation.js';
import type { Rule } from '../model/rule.js';
import type { Entry } from '../probes/entries.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import type { Probe } from '../probes/probe.js';
import { malformedJson, metricsRefusals, refusalOf, teamRefusals } from '../refusals/refusals.js';
import type { RuleBody } from './body.js';
import { earliestMonth, monthAt, refusesMetrics, sent } from './broken.js';
import { must, refused } from './rule.js';

/** Sound requests are served; a wrong service refuses them. */
const served = (
  id: string,
  clause: string,
  asks: readonly Probe[],
  broken: Readonly<Record<string, Parameters<typeof refusesMetrics>[0]>>,
): Rule =>
  must(id, clause, {
    asks,
    expected: '200, or 202 first',
    check: hasStatus(200),
    broken: Object.fromEntries(
      Object.entries(broken).map(([name, isRefused]) => [name, refusesMetrics(isRefused)]),
    ),
  });

const nameOf = (entry: Entry | undefined): string => String(entry?.['name']);
/** A combination is named by its metric, or by every value of its lists beside month. */
const combinationOf = (entry: Entry | undefined): readonly string[] => [
  ...Object.values(entry ?? {}).flatMap((value) => listOf(value).map(String)),
  'month',
];

/** As JSON or, with letters that may be escaped there, as what it says. */
const holdsWord = ({ exchange, document }: Answer, word: string): boolean =>
  [exchange.answer?.body, JSON.stringify(document)].some((text) =>
    new RegExp(`(?<![a-z])${word}`, 'i').test(text ?? ''),
  );

/** A refusal that says nothing of what it refuses. */
const nameless: ReplyChange = (reply, { body }) =>
  reply.status === 400 && isObject(body) && body['dimensions'] !== undefined
    ? { ...reply, document: { errors: [{ status: '400', detail: 'No.' }] } }
    : null;

/** The answer names what it refuses: its body holds all the words of one of several namings. */
const names = (
  asks: Probe,
  expected: RuleBody['expected'] & object,
  namings: (refused: Entry | undefined) => readonly (readonly string[])[],
): RuleBody => ({
  asks: [asks],
  expected,
  check: both(hasStatus(400), (answer) => {
    const one = sentEntries(answer.request).at(-1);
    return namings(one).some((words) => words.every((word) => holdsWord(answer, word)))
      ? null
      : `the body does not name ${nameOf(one)}`;
  }),
  broken: { 'names nothing': nameless },
});

const hasCode = (value: unknown): boolean =>
  isObject(value)
    ? value['code'] === 'BAD_JSON' || Object.values(value).some(hasCode)
    : listOf(value).some(hasCode);

const text = (body: Entry): string => JSON.stringify(body);

/** Section 4.1: the metrics endpoint. */
export const section4_1: readonly Rule[] = [
  ...refused(metricsRefusals),
  ...refused(teamRefusals),
  served('4.1-T1d', '25 entries are served.', [metrics.everything], {
    '25 entries are too many': (body) => sent(body).length >= 25,
    '20 entries at most': (body) => sent(body).length > 20,
  }),
  served(
    '4.1-R1a',
    'The same metric may appear more than once with other properties.',
    [metrics.whole],
    {
      'a metric only once': (body) =>
        new Set(sent(body).map(nameOf)).size < sent(body).length && body['from'] !== undefined,
    },
  ),
  served(
    '4.1-T8',
    'A sound request is served, whatever metrics and properties it combines.',
    metricsValid,
    {
      'no ranking of a range': (body) =>
        body['from'] !== undefined && sent(body).some((one) => nameOf(one) === 'topMedia'),
      'mediaType is a list': (body) =>
        sent(body).some((one) => typeof one['mediaType'] === 'string'),
      'all is no list': (body) =>
        sent(body).some((one) => canonical(one['userType']) === '["all"]'),
    },
  ),
  served('4.1-R2a', 'Exactly 50 queries are served.', [metrics.slices], {
    '50 queries are too many': (body) => sent(body).length === 10 && text(body).includes('joined'),
  }),
  served('4.1-R10h', 'A range of 24 months is served.', [metrics.whole], {
    'less than 24 months': (body, call) =>
      body['from'] === monthAt(call, -24) && body['to'] === monthAt(call, -1),
  }),
  served('4.1-R10i', 'A range from the earliest month on is served.', [metrics.earliest], {
    'January of five years ago is too early': (body, call) => body['from'] === earliestMonth(call),
    'four years only': (body, call) =>
      String(body['from']) < `${Number(earliestMonth(call).slice(0, 4)) + 1}`,
  }),
  served('4.1-R10j', 'A range of the current month alone is served.', [metrics.current], {
    'the current month is too late': (body, call) => body['to'] === call.current,
    'a month is too short': (body) => body['from'] !== undefined && body['from'] === body['to'],
  }),
  must(
    '4.1-R8a',
    'The refusal of a metric without a monthly form names it.',
    names(refusalOf('4.1-T7b'), ['400 with the name of the metric in its body'], (one) => [
      [nameOf(one)],
    ]),
  ),
  must(
    '4.1-R8c',
    'The refusal of an unsupported combination names it.',
    names(
      refusalOf('4.1-R8b'),
      [
        '400 with the name of the metric in its body',
        '400 with month and both statuses in its body',
      ],
      (one) => [[nameOf(one)], combinationOf(one)],
    ),
  ),
  must('4.1-R12b', 'The refusal of malformed JSON has the code BAD_JSON.', {
    asks: [malformedJson],
    expected: 'a member code with the value BAD_JSON anywhere in the body',
    check: ({ document }) =>
      hasCode(document) ? null : mismatch('a code BAD_JSON', 'the body', document),
  }),
];
