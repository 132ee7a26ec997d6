import { isObject, listOf } from '../../model/json.js';
import { boardFields, relationRules } from '../../rules/2.9.js';
import { userFields, userRelations } from '../../rules/2.10.js';
import { type Operator, refuses, without, wrongAnswer, wrongAt } from '../operator.js';

const [atBoard, atUser] = [wrongAt('board'), wrongAt('me')];

const path = (field: string): string => `data/${field.replaceAll('.', '/')}`;

const wrongKinds = (endpoint: 'me' | 'board', rule: string, field: string): readonly Operator[] => {
  const [name = '', ...above] = field.split('.').toReversed();
  const owner = ['data', ...above.toReversed()].join('/');
  return [
    wrongAt(endpoint)(rule, 'absent', owner, without(name)),
    wrongAt(endpoint)(rule, 'another kind', path(field), () => [1]),
  ];
};

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
  wrongAt(endpoint)(rule, operator, 'included', (all) => (Array.isArray(all) ? by(all) : all));

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
  return wrongAt(endpoint)(rule, `${name} ${links}`, `data/relationships/${name}/data`, (all) =>
    by(listOf(all)),
  );
};

/** Boards and users that are wrong in shape. */
export const recordMutants: readonly Operator[] = [
  ...boardFields.flatMap(([id, field]) => wrongKinds('board', `2.9-${id}`, field)),
  ...Object.entries(relationRules).flatMap(([word, rule]) =>
    wrongKinds('board', rule, `relationships.${word}`),
  ),
  ...userFields.flatMap(([id, field]) => wrongKinds('me', `2.10-${id}`, field)),
  ...userRelations.flatMap(([id, name]) => wrongKinds('me', `2.10-${id}`, `relationships.${name}`)),
  atBoard('2.9-T1', 'another id', 'data/id', (id) => `board_${String(id)}`),
  atBoard('2.9-T2', 'plural', 'data/type', () => 'boards'),
  atUser('2.10-T2', 'plural', 'data/type', () => 'users'),
  atUser('2.1-T2a', 'not listed', organizations, (all) => listOf(all).slice(1)),
  atUser('2.1-T2a', 'bare ids', `${organizations}/*/id`, (id) => String(id).slice(5)),
  atUser('2.1-T2b', 'all organizations', organizations, (all) => [
    ...listOf(all),
    { type: 'organization', id: 'org_abcdefghijklmn' },
  ]),
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
  atBoard('2.9-S2', 'created when updated', 'data/attributes', (value) =>
    isObject(value) ? { ...value, updatedAt: '2026-11-15T11:00:00.000Z' } : value,
  ),
  atBoard('2.9-S3', 'another title', 'data/attributes/title', (title) => `${String(title)} (copy)`),
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
