import { type MetricName, metricCatalog, metricNames } from '@tallyboard/core/vocabulary';
import { resolve } from '../../src/judge/metrics-answer.js';
import { isObject, listOf } from '../../src/model/json.js';
import { type Call } from '../../src/power/operator.js';
import { contentSafety } from '../../src/probes/entries.js';
import { neverMonthly } from '../../src/refusals/variants.js';
import { type Mutant, mutantOf, onRequest } from './mutant.js';
import { type Repair, wrongRefusals } from './rejections.js';

type Fields = Readonly<Record<string, unknown>>;
type BodyRepair = (body: Fields, metrics: readonly Fields[]) => Fields | null;

const sound = [{ name: 'newMemberCount' }];

const withBody = (call: Call, body: unknown): Call => ({
  ...call,
  text: JSON.stringify(body),
  body,
});

const repairing =
  (repair: BodyRepair): Repair =>
  (call) => {
    if (call.endpoint !== 'metrics' || !isObject(call.body)) return null;
    const repaired = repair(call.body, listOf(call.body['metrics']).filter(isObject));
    return repaired === null ? null : withBody(call, repaired);
  };

const perEntry =
  (repair: (entry: Fields, body: Fields) => Fields | null): BodyRepair =>
  (body, metrics) => {
    const repaired = metrics.map((entry) => repair(entry, body));
    if (repaired.every((one) => one === null)) return null;
    return { ...body, metrics: metrics.map((entry, index) => repaired[index] ?? entry) };
  };

const rowOf = (name: unknown) =>
  metricNames.some((one) => one === name) ? metricCatalog[name as MetricName] : null;

const words = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const unknownValue = (
  property: 'status' | 'userType' | 'sortBy' | 'mediaType',
  good: string,
): BodyRepair =>
  perEntry((entry) => {
    const known = rowOf(entry['name'])?.properties[property]?.values ?? [];
    if (entry[property] === undefined) return null;
    return words(entry[property]).every((word) => known.includes(String(word)))
      ? null
      : { ...entry, [property]: good };
  });

const required = (name: string, property: string, good: unknown): BodyRepair =>
  perEntry((entry) =>
    entry['name'] === name && entry[property] === undefined ? { ...entry, [property]: good } : null,
  );

const needsRoles = (status: string): BodyRepair =>
  perEntry((entry) =>
    words(entry['status']).includes(status) && entry['userType'] === undefined
      ? { ...entry, userType: ['student'] }
      : null,
  );

const duplicate =
  (isSpelled: (entry: Fields) => boolean): BodyRepair =>
  (body, metrics) => {
    if (!metrics.some(isSpelled)) return null;
    const keys = metrics.map((entry) => resolve(entry).key);
    const first = metrics.filter((_entry, index) => keys.indexOf(keys[index] ?? '') === index);
    return first.length === metrics.length ? null : { ...body, metrics: first };
  };

const monthNumber = (text: unknown): number => {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(String(text));
  return match === null ? Number.NaN : Number(match[1]) * 12 + Number(match[2]) - 1;
};

const monthText = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

const withoutRange = ({ from: _from, to: _to, ...body }: Fields): Fields => body;

const closedBy = (call: Call): boolean => call.url.pathname.includes('Team');

/** The current month of the mutants' worlds. */
const current = monthNumber('2026-11');
const earliest = monthNumber('2021-01');

const queries = (metrics: readonly Fields[]): number =>
  metrics
    .map((entry) => {
      const listed = ['status', 'sortBy', 'mediaType']
        .map((name) => entry[name])
        .filter(Array.isArray);
      return 1 + listed.reduce((sum, list) => sum + new Set(list).size, 0);
    })
    .reduce((sum, one) => sum + one, 0);

const isMonthly = (body: Fields): boolean => listOf(body['dimensions']).includes('month');

const isSafety = ({ name }: Fields): boolean => contentSafety.some((one) => one === name);

const lowerCased = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lowerCased) : String(value).toLowerCase();

/** Takes a value in other case for the value. */
const caseless = (property: string): BodyRepair =>
  perEntry((entry) => {
    const value = entry[property];
    const lower = value === undefined ? value : lowerCased(value);
    return JSON.stringify(lower) === JSON.stringify(value) ? null : { ...entry, [property]: lower };
  });

const repairs: Readonly<Record<string, BodyRepair>> = {
  '4.1-T1a': (body) => (body['metrics'] === undefined ? { ...body, metrics: sound } : null),
  '4.1-T1b': (body) =>
    Array.isArray(body['metrics']) && body['metrics'].length === 0
      ? { ...body, metrics: sound }
      : null,
  '4.1-T1c': (body, metrics) =>
    metrics.length > 25 ? { ...body, metrics: metrics.slice(0, 25) } : null,
  '4.1-T2a': perEntry((entry) => (entry['name'] === undefined ? { name: 'newMemberCount' } : null)),
  '4.1-T7a': (body) =>
    listOf(body['dimensions']).some((one) => one !== 'month') ? { ...body, dimensions: [] } : null,
  '4.1-T7c': (body, metrics) =>
    isMonthly(body) && metrics.some(isSafety)
      ? { ...body, metrics: metrics.filter((one) => !isSafety(one)) }
      : null,
  '4.1-T7b': (body, metrics) => {
    const left = metrics.filter((entry) => rowOf(entry['name'])?.monthlyKey !== null);
    return isMonthly(body) && left.length < metrics.length ? { ...body, metrics: left } : null;
  },
  '4.1-R1b': duplicate((entry) => entry['userType'] === 'all'),
  '4.1-R1c': duplicate((entry) => words(entry['userType']).length > 1),
  '4.1-R2b': (body, metrics) =>
    queries(metrics) > 50 ? { ...body, metrics: metrics.slice(0, 12) } : null,
  '4.1-R3a': perEntry((entry) =>
    entry['name'] !== undefined && rowOf(entry['name']) === null
      ? { name: 'newMemberCount' }
      : null,
  ),
  '4.1-R3b': unknownValue('status', 'active'),
  '4.1-R3c': unknownValue('userType', 'student'),
  '4.1-R3d': unknownValue('sortBy', 'posts'),
  '4.1-R3e': unknownValue('mediaType', 'video'),
  '4.1-R4': perEntry((entry, body) =>
    rowOf(entry['name'])?.properties.userType?.requirement === 'monthlyOnly' &&
    entry['userType'] !== undefined &&
    !isMonthly(body)
      ? { name: entry['name'] }
      : null,
  ),
  '4.1-R5a': required('peerInteractionCount', 'userType', ['student']),
  '4.1-R5b': required('attachmentCountByCategory', 'userType', ['student']),
  '4.1-R5c': required('topBoards', 'sortBy', 'posts'),
  '4.1-R5d': required('topUsers', 'sortBy', 'posts'),
  '4.1-R5e': required('topMedia', 'mediaType', 'video'),
  '4.1-R6a': needsRoles('invited'),
  '4.1-R6b': needsRoles('joined'),
  '4.1-R7': perEntry((entry) =>
    words(entry['userType']).includes('all') && words(entry['userType']).length > 1
      ? { ...entry, userType: 'all' }
      : null,
  ),
  '2.2-R2': perEntry((entry) =>
    words(entry['userType']).includes('all') && words(entry['userType']).length > 1
      ? { ...entry, userType: words(entry['userType']).filter((word) => word !== 'all') }
      : null,
  ),
  '2.2-R3b': perEntry((entry) =>
    entry['name'] !== 'wallEngagementMinutes' && words(entry['userType']).includes('anonymous')
      ? { ...entry, userType: words(entry['userType']).filter((word) => word !== 'anonymous') }
      : null,
  ),
  '4.1-R8b': (body, metrics) =>
    isMonthly(body) && metrics.some((entry) => Array.isArray(entry['status']))
      ? { ...body, dimensions: [] }
      : null,
  '4.1-R10a': (body) =>
    body['from'] !== undefined && body['to'] === undefined ? withoutRange(body) : null,
  '4.1-R10b': (body) =>
    body['to'] !== undefined && body['from'] === undefined ? withoutRange(body) : null,
  '4.1-R10c': (body) => {
    const [from, to] = [monthNumber(body['from']), monthNumber(body['to'])];
    return to - from > 23 ? { ...body, from: monthText(to - 23) } : null;
  },
  '4.1-R10d': (body) =>
    monthNumber(body['from']) < earliest ? { ...body, from: monthText(earliest) } : null,
  '4.1-R10e': (body) =>
    monthNumber(body['to']) > current ? { ...body, to: monthText(current) } : null,
  '4.1-R10f': (body) =>
    body['from'] !== undefined &&
    body['to'] !== undefined &&
    Number.isNaN(monthNumber(body['from']))
      ? withoutRange(body)
      : null,
  '4.1-R10g': (body) =>
    monthNumber(body['from']) > monthNumber(body['to'])
      ? { ...body, from: body['to'], to: body['from'] }
      : null,
};

const teamRepair =
  (name: string): Repair =>
  (call) =>
    closedBy(call) && call.text.includes(`"${name}"`) ? withBody(call, { metrics: sound }) : null;

/** A refusal that says nothing of what it refuses. */
const nameless = (rule: string, isMeant: (body: Fields) => boolean): Mutant =>
  mutantOf(rule, 'names nothing', {
    reply: (reply, call) =>
      reply.status === 400 && isObject(call.body) && isMeant(call.body)
        ? { ...reply, document: { errors: [{ status: '400', detail: 'No.' }] } }
        : null,
  });

const alone = (property: string): BodyRepair =>
  perEntry((entry) => {
    const value = entry[property];
    return Array.isArray(value) && value.includes('wizard')
      ? { ...entry, [property]: value.filter((word) => word !== 'wizard') }
      : null;
  });

/** Reads a word that is no month as one. */
const lenientFrom =
  (form: RegExp, month: string): BodyRepair =>
  (body) =>
    form.test(String(body['from']))
      ? { ...body, from: String(body['from']).replace(form, month) }
      : null;

/** Serves one metric by month that has no monthly form. */
const withoutMonth =
  (name: unknown): BodyRepair =>
  (body, metrics) =>
    isMonthly(body) && metrics.some((entry) => entry['name'] === name)
      ? { ...body, metrics: metrics.filter((entry) => entry['name'] !== name) }
      : null;

const unknownMedia: BodyRepair = perEntry((entry) =>
  entry['mediaType'] === 'image' ? { ...entry, mediaType: 'video' } : null,
);

/** Services that see through the usual fault and not through its other variants. */
const rotated: readonly (readonly [string, string, number, BodyRepair])[] = [
  ['4.1-R3b', 'values in any case', 2, caseless('status')],
  ['4.1-R3c', 'values in any case', 2, caseless('userType')],
  ['4.1-R3d', 'values in any case', 3, caseless('sortBy')],
  ['4.1-R3e', 'values in any case', 2, caseless('mediaType')],
  [
    '4.1-R3a',
    'names in any case',
    3,
    perEntry((entry) =>
      entry['name'] === 'MemberCount' ? { ...entry, name: 'memberCount' } : null,
    ),
  ],
  [
    '4.1-T7a',
    'a text for a list',
    3,
    (body) => (typeof body['dimensions'] === 'string' ? { ...body, dimensions: ['month'] } : null),
  ],
  ['4.1-R3b', 'looks at the first value', 0, alone('status')],
  ['4.1-R3c', 'looks at the first value', 0, alone('userType')],
  ['4.1-R3e', 'looks at the first value', 0, alone('mediaType')],
  ['4.1-R3d', 'looks at the first value', 5, alone('sortBy')],
  [
    '4.1-T1a',
    'an entry for a list',
    0,
    (body) => (isObject(body['metrics']) ? { ...body, metrics: [body['metrics']] } : null),
  ],
  [
    '4.1-R3a',
    'leaves out what it does not know',
    0,
    (body, metrics) => {
      const left = metrics.filter(({ name }) => rowOf(name) !== null);
      return left.length > 0 && left.length < metrics.length ? { ...body, metrics: left } : null;
    },
  ],
  ['4.1-R10f', 'a month of one digit', 1, lenientFrom(/^(\d{4})-(\d)$/, '$1-0$2')],
  ['4.1-R10f', 'a day for a month', 2, lenientFrom(/^(\d{4}-\d\d)-\d\d$/, '$1')],
  [
    '4.1-R3d',
    'users by visitors',
    2,
    perEntry((entry) =>
      entry['name'] === 'topUsers' && entry['sortBy'] === 'visitors'
        ? { ...entry, sortBy: 'posts' }
        : null,
    ),
  ],
  ['4.1-R3e', 'an unknown media type is video', 3, unknownMedia],
  ...neverMonthly.map(
    (entry, index) =>
      ['4.1-T7b', `${String(entry['name'])} by month`, index, withoutMonth(entry['name'])] as const,
  ),
  ...contentSafety.map(
    (name, index) => ['4.1-T7c', `${name} by month`, index, withoutMonth(name)] as const,
  ),
  [
    '4.1-R7',
    'all counts only in front',
    0,
    perEntry((entry) =>
      words(entry['userType']).indexOf('all') > 0 ? { ...entry, userType: 'all' } : null,
    ),
  ],
  [
    '4.1-T7a',
    'month is enough',
    0,
    (body) =>
      isMonthly(body) && listOf(body['dimensions']).length > 1
        ? { ...body, dimensions: ['month'] }
        : null,
  ],
];

/** Services that do not refuse metrics requests as they must. */
export const metricsRejections: readonly Mutant[] = [
  ...Object.entries(repairs).flatMap(([rule, repair]) => wrongRefusals(rule, repairing(repair))),
  ...contentSafety.flatMap((name, index) =>
    wrongRefusals(`4.1-R9${'abcdef'[index] ?? ''}`, teamRepair(name)),
  ),
  ...wrongRefusals(
    '4.1-R9g',
    repairing((body, metrics) => (metrics.some(isSafety) ? { ...body, metrics: sound } : null)),
    { main: 'team' },
  ),
  ...rotated.map(([rule, operator, rotation, repair]) =>
    mutantOf(rule, operator, { rotation, handler: onRequest(repairing(repair)) }),
  ),
  mutantOf('4.1-R12', 'a comma too many', {
    rotation: 3,
    handler: onRequest((call) =>
      call.text.includes(',]') ? { ...call, text: call.text.replace(',]', ']') } : null,
    ),
  }),
  nameless('4.1-R8a', isMonthly),
  nameless('4.1-R8c', isMonthly),
];
