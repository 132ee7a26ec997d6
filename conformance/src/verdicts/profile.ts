import { spending } from '../judge/allowance.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import { figureOf, metricsAnswers, returned } from '../judge/metrics/answer.js';
import { rowsOf } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, textOf } from '../model/json.js';
import type { Profile } from '../model/report.js';
import type { Rule } from '../model/rule.js';
import { notApplicable } from '../model/verdict.js';
import { probes } from '../probes/all-probes.js';
import { entry } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import type { Probe } from '../probes/probe.js';
import { roster } from '../probes/roster-probes.js';
import { refusalOf } from '../refusals/refusals.js';
import { observed } from '../rules/rule.js';

/** A point that the specification leaves open, its name in the profile, and what was seen, if anything was. */
type OpenPoint = readonly [
  rule: string,
  name: string,
  question: string,
  asks: readonly Probe[],
  answer: (history: History) => string | null,
];

/** A point that the last answer to one request shows. */
const point = (
  rule: string,
  name: string,
  question: string,
  asks: Probe,
  look: (answer: Answer) => string | null,
): OpenPoint => [
  rule,
  name,
  question,
  [asks],
  (history) => {
    const answer = answersTo(history, asks.id).at(-1);
    return answer === undefined ? null : look(answer);
  },
];

const fieldNames = (value: unknown): string | null =>
  isObject(value) ? Object.keys(value).toSorted().join(', ') : null;

const dataOf = (answer: Answer, name: string): unknown =>
  returned(answer).find((one) => one.name === name)?.data;

/** The fields of the first item of a ranking. */
const ranked = (name: string, sortBy: string) => (answer: Answer) =>
  fieldNames(listOf(at(dataOf(answer, name), sortBy))[0]);

const seriesKind = (answer: Answer): string | null => {
  const data = figureOf(answer, entry('boardCount'))?.data;
  if (!Array.isArray(data)) return null;
  const months = data.map((row) => String(at(row, 'month')));
  const order = months.every((month, index) => index === 0 || String(months[index - 1]) < month);
  return `${data.length >= 24 ? 'every month' : 'some months'}, ${order ? 'ascending' : 'in another order'}`;
};

const allForm = (answer: Answer): string | null => {
  const value = at(figureOf(answer, entry('memberCount'))?.rawProperties, 'userType');
  return value === undefined ? null : JSON.stringify(value);
};

const pendingWhenReady = (history: History): string | null => {
  const answer = metricsAnswers(history).find((one) => one.status === 200);
  if (answer === undefined) return null;
  return at(answer.document, 'meta', 'pending') === undefined ? 'absent' : 'empty list';
};

const windowKind = (history: History): string | null => {
  const answers = spending(history, 'metrics');
  const refused = answers.findIndex((answer) => answer.status === 429);
  if (refused === -1) return null;
  const before = answers.slice(0, refused);
  const errors = before.filter((answer) => answer.status >= 400).length;
  if (before.length <= 60) return errors > 0 ? 'every request counts' : 'refused after 60';
  return before.length - errors <= 60 ? 'errors are not counted' : 'a window began meanwhile';
};

const asynchronous = (history: History): string | null => {
  const answers = metricsAnswers(history);
  if (answers.length === 0) return null;
  return answers.some(({ status }) => status === 202) ? '202 was seen' : 'always at once';
};

const openPoints: readonly OpenPoint[] = [
  point('2.3-O1', 'allForm', 'Form of userType that was omitted', metrics.whole, allForm),
  point('2.5-O1', 'series', 'Months of a series, and their order', metrics.series, seriesKind),
  ...(
    [
      ['2.5-O2', 'topBoards', 'posts', 'a ranked board'],
      ['2.5-O3', 'topUsers', 'posts', 'a ranked user'],
      ['2.5-O4', 'topMedia', 'video', 'ranked media'],
    ] as const
  ).map(([rule, name, sortBy, what]) =>
    point(rule, `${name}Fields`, `Field names of ${what}`, metrics.before, ranked(name, sortBy)),
  ),
  point('2.5-O5', 'subscriptionFields', 'Field names of a subscription', metrics.whole, (answer) =>
    fieldNames(dataOf(answer, 'subscription')),
  ),
  [
    '2.7-O1',
    'pendingWhenReady',
    'meta.pending when nothing is pending',
    [metrics.everything],
    pendingWhenReady,
  ],
  point(
    '2.7-O2',
    'endOfCurrentMonth',
    'Last day of a range that ends in the current month',
    metrics.current,
    ({ document }) => textOf(at(document, 'meta', 'dateRange', 'to'))?.slice(8) ?? null,
  ),
  point('2.8-O1', 'totalPagesOfNone', 'totalPages of no rows', roster.findsNobody, ({ document }) =>
    String(at(document, 'meta', 'totalPages')),
  ),
  ['3-O1', 'asynchronous', 'Whether figures are computed asynchronously', [], asynchronous],
  point(
    '4.2-R5b',
    'pagePastTheEnd',
    'A page past the end',
    roster.pastTheEnd,
    (answer) => `${answer.status}${rowsOf(answer).length > 0 ? ', with rows' : ''}`,
  ),
  point('7-O2', 'errorBody', 'Members of an error body', refusalOf('4.1-T1a'), ({ document }) =>
    fieldNames(document),
  ),
  ...probes.flatMap((one) =>
    one.decides?.level === 'observed'
      ? [point(one.decides.rule, one.decides.name, one.says, one, ({ status }) => String(status))]
      : [],
  ),
  ['8-O1', 'window', 'What the allowance counts', [], windowKind],
];

/** One entry for each open point: what is seen goes to the profile. */
export const openPointRules: readonly Rule[] = openPoints.map(([rule, name, question, asks]) =>
  observed(rule, question, {
    asks,
    expected: 'any answer',
    judge: () => notApplicable('observed', `Left open; the profile has it as ${name}.`),
  }),
);

/** What a deployment does at every open point. */
export const profileOf = (history: History): Profile =>
  Object.fromEntries(
    openPoints.map(([, name, question, , answer]) => [
      name,
      { answer: answer(history) ?? 'unknown', pinned: history.run.pinned[name] ?? null, question },
    ]),
  );
