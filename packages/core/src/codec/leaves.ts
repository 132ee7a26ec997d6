import * as t from 'io-ts';
import type { FieldType } from '../catalog/fact-catalog.js';
import { limits } from '../catalog/limits.js';
import { formatDay, parseDay } from '../model/day.js';
import { formatInstant, parseInstant } from '../model/instant.js';
import { billingStatuses, organizationTypes } from '../model/organization.js';
import { roles } from '../model/role.js';
import { isObject } from './read.js';

/** A codec of one field. What it reads is typed by `factCatalog`, which ties fields to facts. */
export type Leaf = t.Type<unknown, unknown, unknown>;

/** A leaf whose name says what it accepts, so that a problem can quote it; `null` is a refusal. */
const leaf = (
  accepts: string,
  read: (value: unknown) => unknown,
  write: (value: never) => unknown = (value) => value,
): Leaf =>
  new t.Type<unknown, unknown, unknown>(
    accepts,
    (_value): _value is unknown => true,
    (value, context) => {
      const found = read(value);
      return found === null ? t.failure(value, context) : t.success(found);
    },
    write as (value: unknown) => unknown,
  );

const text = (accepts: string, fits: (value: string) => boolean): Leaf =>
  leaf(accepts, (value) => (typeof value === 'string' && fits(value) ? value : null));

const parsed = <A>(
  accepts: string,
  parse: (text: string) => A | null,
  format: (value: A) => string,
): Leaf => leaf(accepts, (value) => (typeof value === 'string' ? parse(value) : null), format);

const number = (accepts: string, fits: (value: number) => boolean): Leaf =>
  leaf(accepts, (value) =>
    typeof value === 'number' && Number.isFinite(value) && fits(value) ? value : null,
  );

const oneOf = (words: readonly string[]) =>
  text(`one of ${words.join(', ')}`, (value) => words.includes(value));

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

/** Whether objects and lists in a value nest too deep, in a circle for one. */
const isTooDeep = (value: unknown, levels: number = limits.valueDepthMax): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const part of Object.values(value)) if (isTooDeep(part, levels - 1)) return true;
  return false;
};

const nested = `, nested at most ${limits.valueDepthMax} levels deep`;

/** How a field of each type is read and written. */
export const leaves: Readonly<Record<FieldType, Leaf>> = {
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
  boolean: leaf('true or false', (value) => (typeof value === 'boolean' ? value : null)),
  date: parsed('a day as YYYY-MM-DD', parseDay, formatDay),
  instant: parsed('a time as YYYY-MM-DDTHH:MM:SS[.sss]Z', parseInstant, formatInstant),
  number: number('a number', () => true),
  amount: number('a number of 0 or more', (value) => value >= 0),
  count: number(
    'a whole number of 0 or more',
    (value) => Number.isSafeInteger(value) && value >= 0,
  ),
  organizationType: oneOf(organizationTypes),
  role: oneOf(roles),
  billingStatus: oneOf(billingStatuses),
  words: leaf('an array of texts', (value) =>
    Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : null,
  ),
  object: leaf(`an object${nested}`, (value) =>
    isObject(value) && !isTooDeep(value) ? value : null,
  ),
  keyValues: leaf(`an array of {key, value} with a text as key${nested}`, (value) =>
    Array.isArray(value) &&
    value.every((item) => isObject(item) && typeof item['key'] === 'string') &&
    !isTooDeep(value)
      ? value
      : null,
  ),
};
