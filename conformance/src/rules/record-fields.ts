import { rosterRoles } from '@tallyboard/core/vocabulary';
import { type Check, mismatch, whenServed } from '../judge/check.js';
import { instantOf } from '../judge/date-time.js';
import { isDate } from '../judge/days.js';
import { relationIs } from '../judge/records.js';
import { attribute } from '../judge/roster/rows.js';
import { at, isCount, isObject } from '../model/json.js';
import type { Call } from '../model/mutation.js';
import type { Rule } from '../model/rule.js';
import type { RuleBody } from './body.js';
import { change, without } from './broken.js';
import { must } from './rule.js';

const roles: ReadonlySet<unknown> = new Set(rosterRoles);

/** What a field must be: in words, and what is so. */
const kinds = {
  text: ['a text', (value) => typeof value === 'string'],
  textOrNull: ['a text or null', (value) => value === null || typeof value === 'string'],
  object: ['an object', isObject],
  number: ['a number', (value) => typeof value === 'number'],
  count: ['a count', isCount],
  date: ['a date', isDate],
  dateOrNull: ['a date or null', (value) => value === null || isDate(value)],
  dateTime: [
    'an ISO 8601 date-time',
    (value) => typeof value === 'string' && !Number.isNaN(instantOf(value)),
  ],
  role: [
    'a role; owners are reported as admin, there is no owner',
    (value: unknown) => roles.has(value),
  ],
} satisfies Readonly<Record<string, readonly [string, (value: unknown) => boolean]>>;

/** A field, with the end of its rule's id and what it must be; values that only just miss. */
export type FieldRow = readonly [
  id: string,
  field: string,
  kind: keyof typeof kinds,
  nearlyRight?: RuleBody['broken'],
];

type Asking = Pick<RuleBody, 'asks' | 'cover' | 'need'>;
type Endpoint = Call['endpoint'];

/** A record without a field, and with a list in its place. */
const brokenField = (endpoint: Endpoint, path: string): RuleBody['broken'] & object => {
  const end = path.lastIndexOf('/');
  return {
    absent: change(endpoint, path.slice(0, end), without(path.slice(end + 1))),
    'another kind': change(endpoint, path, () => [1]),
  };
};

const fieldIs = (path: string, [expected, isRight]: (typeof kinds)[keyof typeof kinds]): Check =>
  whenServed(({ document }) => {
    const value = at(document, ...path.split('/'));
    return isRight(value) ? null : mismatch(expected, `/${path}`, value);
  });

/** One rule a field: of the data of a record, or of the attributes of each row of the roster. */
export const fieldRules = (
  section: string,
  endpoint: Endpoint,
  rows: readonly FieldRow[],
  asking: Asking,
): readonly Rule[] =>
  rows.map(([id, field, kind, nearlyRight]) => {
    const isColumn = endpoint === 'roster';
    const path = isColumn ? `data/*/attributes/${field}` : `data/${field.replaceAll('.', '/')}`;
    const [expected, isRight] = kinds[kind];
    return must(`${section}-${id}`, `${field} is ${expected}.`, {
      ...asking,
      ...(!isColumn && { expected }),
      check: isColumn ? attribute(field, expected, isRight) : fieldIs(path, kinds[kind]),
      broken: { ...brokenField(endpoint, path), ...nearlyRight },
    });
  });

/** The rule of a relationship; the specification does not name the types of what boards list. */
export const relationRule = (
  id: string,
  endpoint: Endpoint,
  name: string,
  type: string | null,
  asking: Asking,
): Rule =>
  must(id, `relationships.${name} lists objects with only type and id.`, {
    ...asking,
    expected: `a list of { type${type === null ? '' : `: ${type}`}, id }`,
    check: relationIs(name, type),
    broken: brokenField(endpoint, `data/relationships/${name}`),
  });
