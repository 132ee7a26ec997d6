import { type BoardInclude, boardIncludes, rosterRoles } from '@tallyboard/core/vocabulary';
import { type Check, mismatch, whenServed } from '../judge/check.js';
import { instantOf } from '../judge/date-time.js';
import { isDate } from '../judge/days.js';
import { linkage } from '../judge/records.js';
import { everyRow } from '../judge/roster/rows.js';
import { at, isCount, isObject, listOf } from '../model/json.js';
import type { Call } from '../model/mutation.js';
import type { Rule } from '../model/rule.js';
import { board, me } from '../probes/records.js';
import { rosterServed } from '../probes/roster-probes.js';
import type { RuleBody } from './body.js';
import { change, without } from './broken.js';
import { must } from './rule.js';

const roles: ReadonlySet<unknown> = new Set(rosterRoles);
const isText = (value: unknown): boolean => typeof value === 'string';

/** What a field must be: in words, what is so, and values that only just miss. */
type Kind = readonly [
  expected: string,
  isRight: (value: unknown) => boolean,
  nearlyRight?: Readonly<Record<string, unknown>>,
];

const text: Kind = ['a text', isText];
const textOrNull: Kind = ['a text or null', (value) => value === null || isText(value)];
const object: Kind = ['an object', isObject];
const count: Kind = ['a count', isCount, { negative: -1 }];
const date: Kind = ['a date', isDate, { 'no such day': '2023-02-29' }];
const dateOrNull: Kind = [
  'a date or null',
  (value) => value === null || isDate(value),
  { 'a time': '2026-11-15T00:00:00Z' },
];
const dateTime: Kind = [
  'an ISO 8601 date-time',
  (value) => isText(value) && !Number.isNaN(instantOf(String(value))),
];
const role: Kind = [
  'a role; owners are reported as admin, there is no owner',
  (value) => roles.has(value),
  { owner: 'owner' },
];
const id: Kind = ['a non-empty text', (value) => isText(value) && value !== '', { empty: '' }];
const always = (word: string): Kind => [word, (value) => value === word, { plural: `${word}s` }];

/** A field of a record, with the end of its rule's id and what it must be; a clause where it says more. */
type FieldRow = readonly [id: string, field: string, kind: Kind, clause?: string];

type Asking = Pick<RuleBody, 'asks' | 'cover' | 'need'>;
type Endpoint = Call['endpoint'];

/** Whichever was answered decides. */
const ofPage: Asking = { asks: rosterServed, cover: 'any' };
const ofBoard: Asking = { asks: [board.plain, board.everything], cover: 'any', need: 'configured' };
const ofUser: Asking = { asks: [me.plain, me.everything], cover: 'any' };

const columns: readonly FieldRow[] = [
  ['T1', 'id', id, 'The id of a row is a text.'],
  [
    ...(['T2', 'type', always('organizationAnalyticsUser')] as const),
    'The type of a row is always organizationAnalyticsUser.',
  ],
  ['T3', 'attributes.name', text],
  ['T4', 'attributes.username', textOrNull],
  ['T5', 'attributes.email', textOrNull],
  ['T6', 'attributes.userType', role],
  ['T8', 'attributes.signupDate', date],
  ['T9', 'attributes.lastActivityDate', dateOrNull],
  ['T10', 'attributes.boards', count],
  ['T11', 'attributes.posts', count],
  ['T12', 'attributes.comments', count],
  ['T13', 'attributes.reactions', count],
];

const boardFields: readonly FieldRow[] = [
  ['T2', 'type', always('board'), 'The type of a board is always board.'],
  ['T3', 'attributes.title', text],
  ['T4', 'attributes.description', text],
  ['T5', 'attributes.builder', object],
  ['T6', 'attributes.builder.username', text],
  ['T7', 'attributes.builder.shortName', text],
  ['T8', 'attributes.builder.fullName', text],
  ['T9', 'attributes.builder.avatarUrl', text],
  ['T10', 'attributes.iconUrl', text],
  ['T11a', 'attributes.webUrl.live', text],
  ['T11b', 'attributes.webUrl.qrCode', text],
  ['T11c', 'attributes.webUrl.slideshow', text],
  ['T11d', 'attributes.webUrl.slideshowQrCode', text],
  ['T12', 'attributes.domainName', text],
  ['T13', 'attributes.settings.font', ['a number', (value) => typeof value === 'number']],
  ['T14', 'attributes.settings.colorScheme', text],
  ['T15', 'attributes.createdAt', dateTime],
  ['T16', 'attributes.updatedAt', dateTime],
  ['T17', 'attributes.customFields', object],
];

const userFields: readonly FieldRow[] = [
  ['T1', 'id', text],
  ['T2', 'type', always('user'), 'The type of a user is always user.'],
  ['T3', 'attributes.email', text],
  ['T4', 'attributes.name', text],
  ['T5', 'attributes.username', text],
  ['T6', 'attributes.displayName', text],
  ['T7', 'attributes.avatar', text],
  ['T8', 'attributes.bio', text],
];

/** A record without a field, and with other values in its place. */
const wrong = (
  endpoint: Endpoint,
  path: string,
  nearlyRight: Readonly<Record<string, unknown>> = {},
): RuleBody['broken'] & object => {
  const end = path.lastIndexOf('/');
  const others = Object.entries({ 'another kind': [1], ...nearlyRight });
  return {
    absent: change(endpoint, path.slice(0, end), without(path.slice(end + 1))),
    ...Object.fromEntries(
      others.map(([name, other]) => [name, change(endpoint, path, () => other)]),
    ),
  };
};

const fieldIs = (path: readonly string[], expected: string, isRight: Kind[1]): Check =>
  whenServed(({ document }) => {
    const value = at(document, 'data', ...path);
    return isRight(value) ? null : mismatch(expected, `/data/${path.join('/')}`, value);
  });

/** One rule a field: of the data of a record, or of each row of the roster. */
const fieldRulesOf = (
  section: string,
  endpoint: Endpoint,
  asking: Asking,
  rows: readonly FieldRow[],
): readonly Rule[] =>
  rows.map(([end, field, [expected, isRight, nearlyRight], clause]) => {
    const isColumn = endpoint === 'roster';
    const path = field.split('.');
    const name = isColumn ? path.at(-1) : field;
    return must(`${section}-${end}`, clause ?? `${name} is ${expected}.`, {
      ...{ ...asking, expected },
      check: (isColumn ? everyRow : fieldIs)(path, expected, isRight),
      broken: wrong(endpoint, [isColumn ? 'data/*' : 'data', ...path].join('/'), nearlyRight),
    });
  });

const isIdentifier = (value: unknown, type = at(value, 'type')): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  isText(value['type']) &&
  value['type'] === type &&
  Object.keys(value).length === 2;

/** The rule of a relationship; the specification does not name the types of what boards list. */
const relationRule = (
  [ruleId, name, type]: readonly [ruleId: string, name: string, type?: string],
  endpoint: Endpoint,
  asking: Asking,
): Rule => {
  const path = `data/relationships/${name}`;
  return must(ruleId, `relationships.${name} lists objects with only type and id.`, {
    ...asking,
    expected: `a list of { type${type === undefined ? '' : `: ${type}`}, id }`,
    check: whenServed((answer) => {
      const data = linkage(answer, name);
      if (!Array.isArray(data)) return mismatch('a list', `/${path}/data`, data);
      const odd = listOf(data).find((one) => !isIdentifier(one, type));
      const only = `only type${type === undefined ? '' : ` ${type}`} and id`;
      return odd === undefined ? null : mismatch(only, `/${path}/data`, odd);
    }),
    broken: wrong(endpoint, path),
  });
};

const relationIds: Readonly<Record<BoardInclude, string>> = {
  sections: '2.9-T18',
  posts: '2.9-T19',
  comments: '2.9-T20',
};

/** The fields of the roster's rows, of boards and of users. */
export const fieldRules: readonly Rule[] = [
  ...fieldRulesOf('2.8', 'roster', ofPage, columns),
  must('2.9-T1', 'The id of a board is its board id.', {
    ...ofBoard,
    expected: 'the id that was asked for',
    check: whenServed(({ document, request }) => {
      const found = at(document, 'data', 'id');
      const asked = request.path.split('/').at(-1)?.split('?')[0];
      return found === asked ? null : mismatch(String(asked), '/data/id', found);
    }),
    broken: { 'another id': change('board', 'data/id', (one) => `board_${String(one)}`) },
  }),
  ...fieldRulesOf('2.9', 'board', ofBoard, boardFields),
  // Linkage without include is open.
  ...boardIncludes.map((word) =>
    relationRule([relationIds[word], word], 'board', { ...ofBoard, asks: [board.everything] }),
  ),
  ...fieldRulesOf('2.10', 'me', ofUser, userFields),
  relationRule(['2.10-T9', 'boards', 'board'], 'me', { asks: [me.everything] }),
  relationRule(['2.10-T10', 'organizations', 'organization'], 'me', { asks: [me.everything] }),
];
