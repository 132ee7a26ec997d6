import { spending } from '../judge/allowance.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import { figureOf, metricsAnswers, returned, settled } from '../judge/metrics/answer.js';
import { rowsOf } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, textOf } from '../model/json.js';
import type { Profile } from '../model/report.js';
import { entry } from '../probes/entries.js';

/** A point that the specification leaves open. */
export interface OpenPoint {
  /** The id of its entry in the registry. */
  readonly rule: string;
  /** Its name in the profile. */
  readonly name: string;
  readonly question: string;
  readonly probes: readonly string[];
  /** What was seen, or `null` when nothing was. */
  readonly answer: (history: History) => string | null;
}

const last = (history: History, probe: string): Answer | undefined =>
  answersTo(history, probe).at(-1);

const status =
  (probe: string) =>
  (history: History): string | null => {
    const answer = last(history, probe);
    return answer === undefined ? null : String(answer.status);
  };

const point = (
  rule: string,
  name: string,
  question: string,
  probes: readonly string[],
  answer: OpenPoint['answer'],
): OpenPoint => ({ rule, name, question, probes, answer });

const byStatus = (rule: string, name: string, question: string, probe: string): OpenPoint =>
  point(rule, name, question, [probe], status(probe));

const seenIn =
  (probe: string, look: (answer: Answer) => string | null) =>
  (history: History): string | null => {
    const answer = last(history, probe);
    return answer === undefined ? null : look(answer);
  };

const fieldNames = (value: unknown): string | null =>
  isObject(value) ? Object.keys(value).toSorted().join(', ') : null;

const figure = (history: History, probe: string, name: string): unknown => {
  const answer = settled(history, probe);
  return answer === null ? undefined : returned(answer).find((one) => one.name === name)?.data;
};

const seriesKind = (history: History): string | null => {
  const answer = settled(history, 'MV3');
  const data = answer === null ? undefined : figureOf(answer, entry('boardCount'))?.data;
  if (!Array.isArray(data)) return null;
  const months = data.map((row) => String(at(row, 'month')));
  const order = months.every((month, index) => index === 0 || String(months[index - 1]) < month);
  return `${data.length >= 24 ? 'every month' : 'some months'}, ${order ? 'ascending' : 'in another order'}`;
};

const allForm = (history: History): string | null => {
  const answer = settled(history, 'MV2');
  const properties =
    answer === null ? undefined : figureOf(answer, entry('memberCount'))?.rawProperties;
  const value = at(properties, 'userType');
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

const asynchronous = (history: History): string | null =>
  metricsAnswers(history).length === 0
    ? null
    : metricsAnswers(history).some((answer) => answer.status === 202)
      ? '202 was seen'
      : 'always at once';

/** The open points and how each is read from a history. */
export const openPoints: readonly OpenPoint[] = [
  point('2.3-O1', 'allForm', 'Form of userType that was omitted', ['MV2'], allForm),
  point('2.5-O1', 'series', 'Months of a series, and their order', ['MV3'], seriesKind),
  point('2.5-O2', 'topBoardsFields', 'Field names of a ranked board', ['MV4'], (history) =>
    fieldNames(listOf(at(figure(history, 'MV4', 'topBoards'), 'posts'))[0]),
  ),
  point('2.5-O3', 'topUsersFields', 'Field names of a ranked user', ['MV4'], (history) =>
    fieldNames(listOf(at(figure(history, 'MV4', 'topUsers'), 'posts'))[0]),
  ),
  point('2.5-O4', 'topMediaFields', 'Field names of ranked media', ['MV4'], (history) =>
    fieldNames(listOf(at(figure(history, 'MV4', 'topMedia'), 'video'))[0]),
  ),
  point('2.5-O5', 'subscriptionFields', 'Field names of a subscription', ['MV2'], (history) =>
    fieldNames(figure(history, 'MV2', 'subscription')),
  ),
  point(
    '2.7-O1',
    'pendingWhenReady',
    'meta.pending when nothing is pending',
    ['MV1'],
    pendingWhenReady,
  ),
  point(
    '2.7-O2',
    'endOfCurrentMonth',
    'Last day of a range that ends in the current month',
    ['MV7'],
    seenIn(
      'MV7',
      (answer) => textOf(at(answer.document, 'meta', 'dateRange', 'to'))?.slice(8) ?? null,
    ),
  ),
  point(
    '2.8-O1',
    'totalPagesOfNone',
    'totalPages of no rows',
    ['RV15'],
    seenIn('RV15', (answer) => String(at(answer.document, 'meta', 'totalPages'))),
  ),
  point('3-O1', 'asynchronous', 'Whether figures are computed asynchronously', [], asynchronous),
  byStatus('4-O1', 'acceptAny', 'Accept: */* on the metrics endpoint', 'MO2'),
  byStatus('4-O2', 'acceptAnyOnRoster', 'Accept: */* on the roster endpoint', 'RO2'),
  byStatus('4-O3', 'contentTypeCharset', 'Content-Type with a charset', 'MO3'),
  byStatus('4-O4', 'contentTypeOfTheApi', 'Content-Type application/vnd.api+json', 'MO4'),
  byStatus('4-T3b', 'contentTypeAbsent', 'No Content-Type', 'MN3'),
  byStatus(
    '4.1-R2c',
    'queryCount',
    '51 queries if a list counts one more than its values, 41 if not: 400 or 200',
    'MO1',
  ),
  byStatus('4.1-O1', 'unknownBodyField', 'An unknown field of the body', 'MO5'),
  byStatus('4.1-T3', 'foreignProperty', 'A property on a metric that has none', 'MO6'),
  byStatus('4.1-O2', 'allOnRequired', 'all on a metric that requires roles', 'MO7'),
  byStatus('4.1-O3', 'emptyList', 'An empty list of roles', 'MO8'),
  byStatus('4.1-O4', 'monthlyActive', 'Active members by month', 'MO9'),
  byStatus('4.1-O5', 'monthTwice', 'month twice among the dimensions', 'MO10'),
  byStatus('4.1-O6', 'orderOfRoles', 'Two entries with the same roles in another order', 'MO11'),
  byStatus('4.2-O1', 'unknownParameter', 'An unknown roster parameter', 'RO1'),
  byStatus('4.2-O2', 'emptySearch', 'An empty q', 'RO3'),
  byStatus('4.2-O3', 'leadingZero', 'A page with a leading zero', 'RO4'),
  point(
    '4.2-R5b',
    'pagePastTheEnd',
    'A page past the end',
    ['RV4'],
    seenIn('RV4', (answer) => `${answer.status}${rowsOf(answer).length > 0 ? ', with rows' : ''}`),
  ),
  byStatus('4.3-O1', 'boardOfOthers', 'A board of others', 'AU23'),
  byStatus('5-R6', 'boardWithoutKey', 'A board without a key', 'AU24'),
  byStatus('7-O1', 'precedence', 'Status for a made-up key with an unacceptable Accept', 'AO1'),
  point(
    '7-O2',
    'errorBody',
    'Members of an error body',
    ['MN5'],
    seenIn('MN5', (answer) => fieldNames(answer.document)),
  ),
  byStatus('2.1-T1', 'shortOrganizationId', 'An organization id that is too short', 'AO2'),
  byStatus('2.1-T3', 'unsupportedOrganization', 'An organization id that starts with org_', 'AO3'),
  point('8-O1', 'window', 'What the allowance counts', [], windowKind),
];

/** What a deployment does at every open point. */
export const profileOf = (history: History): Profile =>
  Object.fromEntries(
    openPoints.map(({ name, question, answer }) => [
      name,
      { answer: answer(history) ?? 'unknown', pinned: history.run.pinned[name] ?? null, question },
    ]),
  );
