import {
  all,
  type Check,
  each,
  everyAnswer,
  fails,
  holds,
  holdsIf,
  mismatch,
  whenServed,
} from '../judge/check.js';
import type { Answer } from '../judge/evidence.js';
import {
  askedFor,
  byMonth,
  keyAsGiven,
  listed,
  metricsAnswers,
  metricsValid,
  readable,
  returned,
} from '../judge/metrics/answer.js';
import { entries } from '../judge/metrics/entries.js';
import type { History } from '../model/history.js';
import { at, isObject, listOf, shown } from '../model/json.js';
import type { Rule, RuleJudge } from '../model/rule.js';
import { any, must } from './rule.js';

const data =
  (field: string, expected: (organization: string) => string): Check =>
  (answer, { run }) => {
    const organization = run.organizations[answer.request.target] ?? '';
    const [value, right] = [at(answer.document, 'data', field), expected(organization)];
    return value === right ? holds : mismatch(right, `/data/${field}`, value);
  };

const isAsAsked: Check = (answer) => {
  const all = at(answer.document, 'data', 'attributes', 'metrics');
  // What is no list on a 200 lacks every entry.
  if (answer.status === 202 && !Array.isArray(all)) {
    return mismatch('a list', '/data/attributes/metrics', all);
  }
  const asked = askedFor(answer.request).map((one) => one.key);
  const missing = new Set(
    [...listed(answer, 'pending'), ...listed(answer, 'errors')].map((one) => one.key),
  );
  const got = returned(answer).map((one) => one.key);
  const shapeless = returned(answer).find(({ rawProperties }) => !isObject(rawProperties));
  if (shapeless !== undefined) {
    const { pointer, rawProperties } = shapeless;
    return mismatch('an object, {} without properties', `${pointer}/properties`, rawProperties);
  }
  const strange = got.find((key) => !asked.includes(key));
  if (strange !== undefined) {
    const alike = asked.filter((key) => key.split(' ')[0] === strange.split(' ')[0]);
    return fails(
      alike.length === 0
        ? `${readable(strange)} was returned and not asked for`
        : `${readable(strange)} was returned; asked for, as resolved, was ${alike
            .slice(0, 3)
            .map((one) => readable(one))
            .join(' or ')}`,
    );
  }
  const twice = got.find((key, index) => got.indexOf(key) !== index);
  if (twice !== undefined) return fails(`${readable(twice)} was returned twice`);
  const lost = asked.find((key) => !got.includes(key) && !missing.has(key));
  return holdsIf(
    lost === undefined,
    () => `${readable(lost)} is neither in data nor in meta.pending or meta.errors`,
  );
};

const whilePending = (history: History): readonly Answer[] =>
  metricsAnswers(history).filter(
    (answer) => answer.status === 202 && metricsValid.includes(answer.probe),
  );

/** Checks final answers and those of a 202: both have a result (4.1). */
const servedAndPending = (check: Check): RuleJudge =>
  all(each(whenServed(check)), everyAnswer(whilePending, check, 'No 202 was seen.'));

const isAll = (value: unknown): boolean =>
  value === 'all' || (Array.isArray(value) && value.length === 1 && value[0] === 'all');

const withRoles = ['memberCount', 'wallEngagementMinutes', 'topUsers'];
const withRolesByMonth = ['boardCount', 'postCount', 'commentCount', 'reactionCount'];

const omittedAre = entries(
  ({ name }, monthly) =>
    [...withRoles, ...(monthly ? withRolesByMonth : [])].includes(String(name)),
  ({ name, rawProperties, pointer, properties }) => {
    const where = `${pointer}/properties`;
    const userType = at(rawProperties, 'userType');
    const status = at(rawProperties, 'status');
    if (isAll(properties['userType']) && !isAll(userType))
      return mismatch('all', `${where}/userType`, userType);
    return name === 'memberCount' && properties['status'] === 'all' && status !== 'all'
      ? mismatch('all', `${where}/status`, status)
      : holds;
  },
);

const userTypesAreLists = entries(
  ({ userType }) => typeof userType === 'string' && userType !== 'all',
  ({ rawProperties, pointer, properties }) => {
    const value = at(rawProperties, 'userType');
    return JSON.stringify(value) === JSON.stringify(properties['userType'])
      ? holds
      : mismatch(shown(properties['userType']), `${pointer}/properties/userType`, value);
  },
);

const hasRepeats = (value: unknown): boolean =>
  Array.isArray(value) && new Set(value).size < value.length;

const repeatsCollapse = entries(
  (entry) => Object.values(entry).some(hasRepeats),
  ({ rawProperties, pointer }) => {
    const repeated = Object.entries(isObject(rawProperties) ? rawProperties : {}).find(
      ([, value]) => hasRepeats(value),
    );
    return repeated === undefined
      ? holds
      : mismatch('each value once', `${pointer}/properties/${repeated[0]}`, repeated[1]);
  },
);

const namesItsMetrics: Check = (answer) => {
  const asked = new Set(askedFor(answer.request).map((one) => one.key));
  const monthly = byMonth(answer.request);
  for (const where of ['pending', 'errors'] as const) {
    const items = listOf(at(answer.document, 'meta', where));
    const shapeless = items.find((item) => !isObject(at(item, 'properties')));
    if (shapeless !== undefined)
      return mismatch('a name and properties', `/meta/${where}`, shapeless);
    const strange = items.findIndex((item) => !asked.has(keyAsGiven(item, monthly)));
    if (strange !== -1)
      return mismatch(
        'the name and resolved properties of an entry that was asked for',
        `/meta/${where}/${strange}`,
        items[strange],
      );
  }
  return holds;
};

/** Section 2.3: the analytics result. */
export const section2_3: readonly Rule[] = [
  must(
    '2.3-T1',
    'The id of the result is the organization id.',
    'data.id is the organization that was asked',
    metricsValid,
    servedAndPending(data('id', (organization) => organization)),
    any,
  ),
  must(
    '2.3-T2',
    'The type of the result is always organizationAnalytics.',
    'data.type is organizationAnalytics',
    metricsValid,
    servedAndPending(data('type', () => 'organizationAnalytics')),
    any,
  ),
  must(
    '2.3-T3',
    'There is one entry per resolved query that has a result, and nothing else.',
    'the returned entries are those asked for, less pending and failed ones, each once',
    metricsValid,
    servedAndPending(isAsAsked),
    any,
  ),
  must(
    '2.3-R1',
    'A property that was omitted comes back as all.',
    ['userType "all" or ["all"]', 'status "all"'],
    ['MV1', 'MV3'],
    omittedAre,
  ),
  must(
    '2.3-R2',
    'A scalar userType comes back as a list of one.',
    'userType is a list with the one role',
    ['MV1', 'MV9'],
    userTypesAreLists,
    any,
  ),
  must(
    '2.3-R3',
    'Repeated values of a property are collapsed.',
    'each value stands once in the resolved properties',
    ['MV1', 'MV9'],
    repeatsCollapse,
    any,
  ),
  must(
    '2.3-R4',
    'Entries of meta.pending and meta.errors carry name and resolved properties, so that a client can match them.',
    'each item has the name and the properties of an entry that was asked for',
    [],
    everyAnswer(
      (history) =>
        metricsAnswers(history).filter(
          (answer) =>
            listOf(at(answer.document, 'meta', 'pending')).length +
              listOf(at(answer.document, 'meta', 'errors')).length >
            0,
        ),
      namesItsMetrics,
      'Nothing was pending and nothing failed.',
    ),
  ),
];
