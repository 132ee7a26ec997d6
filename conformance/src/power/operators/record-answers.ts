import { isObject, listOf } from '../../model/json.js';
import { relationRules } from '../../rules/2.9.js';
import { change, type Operator, refuses, without, wrongAnswer } from '../operator.js';

const path = (field: string): string => `data/${field.replaceAll('.', '/')}`;

const wrongKinds = (endpoint: 'me' | 'board', rule: string, field: string): readonly Operator[] => {
  const [name = '', ...above] = field.split('.').toReversed();
  const owner = ['data', ...above.toReversed()].join('/');
  return [
    wrongAnswer(rule, 'absent', change(endpoint, owner, without(name))),
    wrongAnswer(
      rule,
      'another kind',
      change(endpoint, path(field), () => [1]),
    ),
  ];
};

const boardFields: readonly (readonly [string, string])[] = [
  ['2.9-T3', 'attributes.title'],
  ['2.9-T4', 'attributes.description'],
  ['2.9-T5', 'attributes.builder'],
  ['2.9-T6', 'attributes.builder.username'],
  ['2.9-T7', 'attributes.builder.shortName'],
  ['2.9-T8', 'attributes.builder.fullName'],
  ['2.9-T9', 'attributes.builder.avatarUrl'],
  ['2.9-T10', 'attributes.iconUrl'],
  ['2.9-T11a', 'attributes.webUrl.live'],
  ['2.9-T11b', 'attributes.webUrl.qrCode'],
  ['2.9-T11c', 'attributes.webUrl.slideshow'],
  ['2.9-T11d', 'attributes.webUrl.slideshowQrCode'],
  ['2.9-T12', 'attributes.domainName'],
  ['2.9-T13', 'attributes.settings.font'],
  ['2.9-T14', 'attributes.settings.colorScheme'],
  ['2.9-T15', 'attributes.createdAt'],
  ['2.9-T16', 'attributes.updatedAt'],
  ['2.9-T17', 'attributes.customFields'],
  ...Object.entries(relationRules).map(([word, rule]) => [rule, `relationships.${word}`] as const),
];

const userFields: readonly (readonly [string, string])[] = [
  ['2.10-T1', 'id'],
  ['2.10-T3', 'attributes.email'],
  ['2.10-T4', 'attributes.name'],
  ['2.10-T5', 'attributes.username'],
  ['2.10-T6', 'attributes.displayName'],
  ['2.10-T7', 'attributes.avatar'],
  ['2.10-T8', 'attributes.bio'],
  ['2.10-T9', 'relationships.boards'],
  ['2.10-T10', 'relationships.organizations'],
];

const organizations = 'data/relationships/organizations/data';

/** Drops included records of a type. */
const notIncluding = (rule: string, endpoint: 'me' | 'board', type: string): Operator =>
  wrongAnswer(rule, `no ${type}`, (reply, call) => {
    if (call.endpoint !== endpoint || !isObject(reply.document)) return null;
    const { included, ...rest } = reply.document;
    const left = listOf(included).filter((one) => !isObject(one) || one['type'] !== type);
    return { ...reply, document: { ...rest, included: left } };
  });

const included = (
  rule: string,
  operator: string,
  endpoint: 'me' | 'board',
  by: (all: readonly unknown[]) => readonly unknown[],
): Operator =>
  wrongAnswer(
    rule,
    operator,
    change(endpoint, 'included', (all) => (Array.isArray(all) ? by(all) : all)),
  );

const twice = (rule: string, endpoint: 'me' | 'board'): Operator =>
  included(rule, 'twice', endpoint, (all) => [...all, ...all.slice(0, 1)]);

/** Brings a record along that is not linked. */
const foreign = (rule: string, endpoint: 'me' | 'board', type: string): Operator =>
  included(rule, 'of others', endpoint, (all) => [
    ...all,
    { type, id: 'elsewhere', attributes: {} },
  ]);

let links = 0;

/** Changes what a relationship links. */
const linked = (
  rule: string,
  endpoint: 'me' | 'board',
  name: string,
  by: (all: readonly unknown[]) => readonly unknown[],
): Operator => {
  links += 1;
  return wrongAnswer(
    rule,
    `${name} ${links}`,
    change(endpoint, `data/relationships/${name}/data`, (all) => by(listOf(all))),
  );
};

/** Boards and users that are wrong in shape. */
export const recordMutants: readonly Operator[] = [
  ...boardFields.flatMap(([rule, field]) => wrongKinds('board', rule, field)),
  ...userFields.flatMap(([rule, field]) => wrongKinds('me', rule, field)),
  wrongAnswer(
    '2.9-T1',
    'another id',
    change('board', 'data/id', (id) => `board_${String(id)}`),
  ),
  wrongAnswer(
    '2.9-T2',
    'plural',
    change('board', 'data/type', () => 'boards'),
  ),
  wrongAnswer(
    '2.10-T2',
    'plural',
    change('me', 'data/type', () => 'users'),
  ),
  wrongAnswer(
    '2.1-T2a',
    'not listed',
    change('me', organizations, (all) => listOf(all).slice(1)),
  ),
  wrongAnswer(
    '2.1-T2a',
    'bare ids',
    change('me', `${organizations}/*/id`, (id) => String(id).slice(5)),
  ),
  wrongAnswer(
    '2.1-T2b',
    'all organizations',
    change('me', organizations, (all) => [
      ...listOf(all),
      { type: 'organization', id: 'org_abcdefghijklmn' },
    ]),
  ),
  notIncluding('4.3-T1a', 'board', 'post'),
  notIncluding('4.3-T1b', 'board', 'post'),
  notIncluding('4.3-T1c', 'board', 'section'),
  notIncluding('4.4-T1', 'me', 'organization'),
  twice('4.3-T3', 'board'),
  foreign('4.3-T3', 'board', 'post'),
  twice('4.4-T3', 'me'),
  foreign('4.4-T3', 'me', 'board'),
  linked('2.9-S1', 'board', 'posts', (all) => all.slice(1)),
  linked('2.9-S1', 'board', 'comments', (all) => [...all, { type: 'comment', id: 'comment_x' }]),
  wrongAnswer(
    '2.9-S2',
    'created when updated',
    change('board', 'data/attributes', (value) =>
      isObject(value) ? { ...value, updatedAt: '2026-11-15T11:00:00.000Z' } : value,
    ),
  ),
  linked('2.10-S1', 'me', 'boards', () => []),
  linked('2.10-S1', 'me', 'organizations', (all) => [
    ...all,
    { type: 'organization', id: 'wksp_worldClosed00001' },
  ]),
  linked('2.10-S1', 'me', 'organizations', (all) =>
    all.filter((one) => !JSON.stringify(one).includes('Guested')),
  ),
  wrongAnswer(
    '4.3-T2',
    'no boards',
    refuses(404, (call) => call.endpoint === 'board'),
  ),
  wrongAnswer(
    '4.4-T2',
    'no user',
    refuses(404, (call) => call.endpoint === 'me'),
  ),
];
