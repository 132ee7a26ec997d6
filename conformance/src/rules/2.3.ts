import { type Check, equals, everyAnswer, mismatch, whenServed } from '../judge/check.js';
import type { Answer } from '../judge/evidence.js';
import {
  askedFor,
  byMonth,
  keyAsGiven,
  listed,
  metricsAnswers,
  readable,
  returned,
} from '../judge/metrics/answer.js';
import type { History } from '../model/history.js';
import { at, canonical, isObject, listOf, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { slicedByMonth } from '../probes/entries.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import { metrics as all, inMetrics, properties, without } from './broken.js';
import { properties as propertiesOf } from './entry-rules.js';
import { must } from './rule.js';

const hasItsId: Check = ({ document, request }, { run }) =>
  equals(run.organizations[request.target] ?? '', '/data/id', at(document, 'data', 'id'));

const hasItsType: Check = ({ document }) =>
  equals('organizationAnalytics', '/data/type', at(document, 'data', 'type'));

const isAsAsked: Check = (answer) => {
  const list = at(answer.document, 'data', 'attributes', 'metrics');
  // What is no list on a 200 lacks every entry.
  if (answer.status === 202 && !Array.isArray(list)) {
    return mismatch('a list', '/data/attributes/metrics', list);
  }
  const shapeless = returned(answer).find(({ rawProperties }) => !isObject(rawProperties));
  if (shapeless !== undefined) {
    const { pointer, rawProperties } = shapeless;
    return mismatch('an object, {} without properties', `${pointer}/properties`, rawProperties);
  }
  const asked = askedFor(answer.request).map((one) => one.key);
  const got = returned(answer).map((one) => one.key);
  const strange = got.find((key) => !asked.includes(key));
  if (strange !== undefined) {
    const alike = asked.filter((key) => key.split(' ')[0] === strange.split(' ')[0]).slice(0, 3);
    return alike.length === 0
      ? `${readable(strange)} was returned and not asked for`
      : `${readable(strange)} was returned; asked for, as resolved, was ${alike.map(readable).join(' or ')}`;
  }
  const twice = got.find((key, index) => got.indexOf(key) !== index);
  if (twice !== undefined) return `${readable(twice)} was returned twice`;
  const missing = [...listed(answer, 'pending'), ...listed(answer, 'errors')].map(({ key }) => key);
  const lost = asked.find((key) => !got.includes(key) && !missing.includes(key));
  return lost === undefined
    ? null
    : `${readable(lost)} is neither in data nor in meta.pending or meta.errors`;
};

const planned: ReadonlySet<string> = new Set(metricsValid.map(({ id }) => id));
const whilePending = (history: History): readonly Answer[] =>
  metricsAnswers(history).filter(({ status, probe }) => status === 202 && planned.has(probe));

/** Checks final answers and those of a 202: both have a result (4.1). */
const ofResult = (id: string, clause: string, check: Check, broken: Rule['broken']): Rule =>
  must(id, clause, {
    ...{ asks: metricsValid, cover: 'any', check: whenServed(check) },
    judge: everyAnswer(whilePending, check, 'No 202 was seen.'),
    ...(broken && { broken }),
  });

const isAll = (value: unknown): boolean => value === 'all' || canonical(value) === '["all"]';

/** Metrics with properties that may be omitted; the last ones take roles by month only. */
const omitting: readonly string[] = ['memberCount', 'wallEngagementMinutes', 'topUsers'];

const hasRepeats = (value: unknown): boolean =>
  Array.isArray(value) && new Set(value).size < value.length;

const namesItsMetrics: Check = (answer) => {
  const asked = new Set(askedFor(answer.request).map((one) => one.key));
  const monthly = byMonth(answer.request);
  for (const where of ['pending', 'errors']) {
    const items = listOf(at(answer.document, 'meta', where));
    const strange = items.findIndex(
      (item) => !isObject(at(item, 'properties')) || !asked.has(keyAsGiven(item, monthly)),
    );
    if (strange !== -1)
      return mismatch(
        'the name and resolved properties of an entry that was asked for',
        `/meta/${where}/${strange}`,
        items[strange],
      );
  }
  return null;
};

const isIncomplete = ({ document }: Answer): boolean =>
  ['pending', 'errors'].some((where) => listOf(at(document, 'meta', where)).length > 0);

const repeated = (value: Readonly<Record<string, unknown>>, name: string) => {
  const list = listOf(value[name]);
  return list.length > 1 ? { ...value, [name]: [...list, list[0]] } : value;
};

const omittedStays = (name: string) =>
  properties([name], (value) => (isAll(value['userType']) ? {} : value));

/** Section 2.3: the analytics result. */
export const section2_3: readonly Rule[] = [
  ofResult('2.3-T1', 'The id of the result is the organization id.', hasItsId, {
    'bare id': inMetrics('data/id', (id) => String(id).slice(5)),
    'upper case': inMetrics('data/id', (id) => String(id).toUpperCase()),
  }),
  ofResult('2.3-T2', 'The type of the result is always organizationAnalytics.', hasItsType, {
    plural: inMetrics('data/type', (type) => `${String(type)}s`),
    absent: inMetrics('data', without('type')),
  }),
  ofResult(
    '2.3-T3',
    'There is one entry per resolved query that has a result, and nothing else.',
    isAsAsked,
    {
      'last entry lost': inMetrics(all, (list) => listOf(list).slice(0, -1)),
      'first entry twice': inMetrics(all, (list) => [...listOf(list), listOf(list)[0]]),
      'one entry more': inMetrics(all, (list) => [
        ...listOf(list),
        { name: 'shareCount', properties: {}, data: 1 },
      ]),
      'null for no properties': inMetrics(`${all}/*/properties`, (value) =>
        canonical(value) === '{}' ? null : value,
      ),
    },
  ),
  must('2.3-R1', 'A property that was omitted comes back as all.', {
    asks: [metrics.everything, metrics.series],
    expected: ['userType "all" or ["all"]', 'status "all"'],
    of: ({ name }, monthly) =>
      omitting.includes(String(name)) || (monthly && slicedByMonth.some((one) => one === name)),
    parts: (data, entry) => propertiesOf(data, entry).filter(([, , [resolved]]) => isAll(resolved)),
    is: 'all',
    right: (value, { path }) => (path === '/properties/status' ? value === 'all' : isAll(value)),
    broken: {
      'omitted stays omitted': omittedStays('wallEngagementMinutes'),
      'omitted stays omitted by month': omittedStays('postCount'),
      'null status': properties(['memberCount'], (value) =>
        value['status'] === 'all' ? { ...value, status: null } : value,
      ),
    },
  }),
  must('2.3-R2', 'A scalar userType comes back as a list of one.', {
    asks: [metrics.everything, metrics.respelled],
    cover: 'any',
    of: ({ userType }) => typeof userType === 'string' && userType !== 'all',
    parts: (data, entry) =>
      propertiesOf(data, entry).filter(([path]) => path === '/properties/userType'),
    is: ({ properties: { userType } }) => shown(userType),
    right: (value, { among: [resolved] }) => canonical(value) === canonical(resolved),
    broken: {
      'scalar stays scalar': properties([], (value) => {
        const list = listOf(value['userType']);
        return list.length === 1 ? { ...value, userType: list[0] } : value;
      }),
    },
  }),
  must('2.3-R3', 'Repeated values of a property are collapsed.', {
    asks: [metrics.everything, metrics.respelled],
    cover: 'any',
    of: (entry) => Object.values(entry).some(hasRepeats),
    ...{ parts: propertiesOf, is: 'each value once', right: (value) => !hasRepeats(value) },
    broken: {
      'repeats stay': properties(['memberCount'], (value) => repeated(value, 'userType')),
      'a status twice': properties(['memberCount'], (value) => repeated(value, 'status')),
      'repeats of sortBy stay': properties(['topBoards'], (value) => ({
        ...value,
        sortBy: ['posts', 'visitors', 'posts'],
      })),
    },
  }),
  must(
    '2.3-R4',
    'Entries of meta.pending and meta.errors carry name and resolved properties, so that a client can match them.',
    {
      expected: 'each item has the name and the properties of an entry that was asked for',
      judge: everyAnswer(
        (history) => metricsAnswers(history).filter(isIncomplete),
        namesItsMetrics,
        'Nothing was pending and nothing failed.',
      ),
    },
  ),
];
