import * as t from 'io-ts';
import { limits } from '../api/limits.js';
import { billingStatuses, organizationTypes, roles } from '../api/organizations.js';
import { accepting, isObject } from '../checked.js';
import {
  type Day,
  formatDay,
  formatInstant,
  type Instant,
  parseDay,
  parseInstant,
} from '../time.js';

const text = (accepts: string, fits: (value: string) => boolean) =>
  accepting(accepts, (value): value is string => typeof value === 'string' && fits(value));

const number = (accepts: string, fits: (value: number) => boolean) =>
  accepting(
    accepts,
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && fits(value),
  );

const oneOf = <Word extends string>(words: readonly Word[]) =>
  accepting(`one of ${words.join(', ')}`, (value): value is Word =>
    (words as readonly unknown[]).includes(value),
  );

/** Whole numbers that are texts on the wire. */
const parsed = <A extends number>(
  accepts: string,
  parse: (value: unknown) => A | null,
  format: (value: A) => string,
  [first, last]: readonly [first: string, last: string],
): t.Type<A, string, unknown> => {
  const [min, max] = [parse(first) ?? Number.NaN, parse(last) ?? Number.NaN];
  return new t.Type(
    accepts,
    (value): value is A => Number.isInteger(value) && (value as A) >= min && (value as A) <= max,
    (value, context) => {
      const found = parse(value);
      return found === null ? t.failure(value, context) : t.success(found);
    },
    format,
  );
};

/** A text of the wire, or a `Date` as drivers of databases give it. */
const readInstant = (value: unknown): Instant | null => {
  if (typeof value === 'string') return parseInstant(value);
  const isTime = value instanceof Date && !Number.isNaN(value.getTime());
  return isTime ? parseInstant(value.toISOString()) : null;
};

const readDay = (value: unknown): Day | null =>
  typeof value === 'string' ? parseDay(value) : null;

/** Whether objects and lists in a value nest too deep. */
const isTooDeep = (value: unknown, levels: number = limits.valueDepthMax): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)));

/** The value of one custom field of a post. */
export interface CustomFieldValue {
  /** The id of the field. */
  readonly key: string;
  /** Any JSON value, passed through as it is. */
  readonly value: unknown;
}

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;
const nested = `, nested at most ${limits.valueDepthMax} levels deep`;

/**
 * How a field of each type is read and written; the types of facts derive from here. The name of a codec says what it
 * accepts, so that a problem can quote it.
 */
export const codecs = {
  id: text('a text that is not empty', (value) => value !== ''),
  organizationId: text(
    `a text of ${shortest} to ${longest} characters that starts with wksp_ or org_`,
    (value) => /^(wksp|org)_/.test(value) && value.length >= shortest && value.length <= longest,
  ),
  boardId: text(`a text of ${limits.boardIdLengths.join(' or ')} characters`, (value) =>
    (limits.boardIdLengths as readonly number[]).includes(value.length),
  ),
  sha256: text('64 hexadecimal digits in lower case', (value) => /^[0-9a-f]{64}$/.test(value)),
  text: text('a text', () => true),
  boolean: accepting('true or false', (value): value is boolean => typeof value === 'boolean'),
  date: parsed('a day as YYYY-MM-DD', readDay, formatDay, ['0000-01-01', '9999-12-31']),
  instant: parsed('a time as YYYY-MM-DDTHH:MM:SS[.sss]Z', readInstant, formatInstant, [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ]),
  number: number('a number', () => true),
  amount: number('a number of 0 or more', (value) => value >= 0),
  count: number(
    'a whole number of 0 or more',
    (value) => Number.isSafeInteger(value) && value >= 0,
  ),
  organizationType: oneOf(organizationTypes),
  role: oneOf(roles),
  billingStatus: oneOf(billingStatuses),
  words: accepting(
    'an array of texts',
    (value): value is readonly string[] =>
      Array.isArray(value) && value.every((word) => typeof word === 'string'),
  ),
  object: accepting(
    `an object${nested}`,
    (value): value is Readonly<Record<string, unknown>> => isObject(value) && !isTooDeep(value),
  ),
  keyValues: accepting(
    `an array of {key, value} with a text as key${nested}`,
    (value): value is readonly CustomFieldValue[] =>
      Array.isArray(value) &&
      value.every((item) => isObject(item) && typeof item['key'] === 'string') &&
      !isTooDeep(value),
  ),
};
