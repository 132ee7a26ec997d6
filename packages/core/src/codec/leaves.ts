import * as t from 'io-ts';
import type { FactField, FieldType } from '../catalog/fact-catalog.js';
import { limits } from '../catalog/limits.js';
import { accepting, isObject } from '../codec.js';
import { formatDay, parseDay } from '../model/day.js';
import { formatInstant, parseInstant } from '../model/instant.js';
import { billingStatuses, organizationTypes } from '../model/organization.js';
import { roles } from '../model/role.js';
import { E } from '../prelude.js';

const text = (accepts: string, fits: (value: string) => boolean) =>
  accepting(accepts, (value): value is string => typeof value === 'string' && fits(value));

const number = (accepts: string, fits: (value: number) => boolean) =>
  accepting(
    accepts,
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && fits(value),
  );

const oneOf = (words: readonly string[]) =>
  text(`one of ${words.join(', ')}`, (value) => words.includes(value));

/** Whole numbers that are texts on the wire. */
const parsed = <A extends number>(
  accepts: string,
  parse: (text: string) => A | null,
  format: (value: A) => string,
  [first, last]: readonly [first: string, last: string],
): t.Type<A, string, unknown> => {
  const [min, max] = [parse(first) ?? Number.NaN, parse(last) ?? Number.NaN];
  return new t.Type(
    accepts,
    (value): value is A => Number.isInteger(value) && (value as A) >= min && (value as A) <= max,
    (value, context) => {
      const found = typeof value === 'string' ? parse(value) : null;
      return found === null ? t.failure(value, context) : t.success(found);
    },
    format,
  );
};

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

/**
 * How often objects and lists in a value may be met again. A text of JSON has none; a program may refer to one
 * object twice, in that twice to another, and so on: as JSON that doubles with each level.
 */
const repeatsMax = 1_000_000;

/** Whether objects and lists in a value nest too deep, in a circle for one, or are repeated too often. */
const isTooDeep = (value: unknown): boolean => {
  const met = new Set<object>();
  let repeats = 0;
  const isDeeper = (one: unknown, levels: number): boolean => {
    if (typeof one !== 'object' || one === null) return false;
    if (met.has(one)) repeats += 1;
    if (levels === 0 || repeats > repeatsMax) return true;
    met.add(one);
    for (const part of Object.values(one)) if (isDeeper(part, levels - 1)) return true;
    return false;
  };
  return isDeeper(value, limits.valueDepthMax);
};

const nested = `, nested at most ${limits.valueDepthMax} levels deep`;

/**
 * How a field of each type is read and written. The name of a codec says what it accepts, so that a problem
 * can quote it. `factCatalog` types what it reads.
 */
export const leaves: Readonly<Record<FieldType, t.Mixed>> = {
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
  date: parsed('a day as YYYY-MM-DD', parseDay, formatDay, ['0000-01-01', '9999-12-31']),
  instant: parsed('a time as YYYY-MM-DDTHH:MM:SS[.sss]Z', parseInstant, formatInstant, [
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
    (value): value is object => isObject(value) && !isTooDeep(value),
  ),
  keyValues: accepting(
    `an array of {key, value} with a text as key${nested}`,
    (value): value is readonly object[] =>
      Array.isArray(value) &&
      value.every((item) => isObject(item) && typeof item['key'] === 'string') &&
      !isTooDeep(value),
  ),
};

/** What is wrong with one field of a fact. */
export interface FactProblem {
  /** The field, or `kind` when the fact as a whole cannot be placed. */
  readonly field: string;
  /** The value as found; `undefined` when there was none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
}

/** What an absent value of a nullable field means. */
const absentValue = ({ type }: FactField): null | false => (type === 'boolean' ? false : null);

/**
 * Reads fields of an object, each once; adds what is wrong to `problems`.
 *
 * @param at - what comes before the names of fields in problems
 */
export const readFields = (
  value: unknown,
  fields: readonly FactField[],
  at: string,
  problems: FactProblem[],
): Readonly<Record<string, unknown>> => {
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const { name, type, nullable } = field;
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (nullable && (found === null || found === undefined)) {
      read[name] = absentValue(field);
      continue;
    }
    const decoded = leaves[type].decode(found);
    if (E.isRight(decoded)) read[name] = decoded.right;
    else problems.push({ field: `${at}${name}`, value: found, reason: leaves[type].name });
  }
  return read;
};
