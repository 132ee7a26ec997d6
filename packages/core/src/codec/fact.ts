import * as t from 'io-ts';
import { type FieldType, factCatalog } from '../catalog/fact-catalog.js';
import { limits } from '../catalog/limits.js';
import type { NonEmpty } from '../model/checked.js';
import { formatDay, parseDay } from '../model/day.js';
import { type FactByKind, type FactKind, type Facts, noFacts } from '../model/facts.js';
import { formatInstant, parseInstant } from '../model/instant.js';
import { billingStatuses, organizationTypes } from '../model/organization.js';
import { roles } from '../model/role.js';
import { E } from '../prelude.js';

/** A fact together with the word for its kind. */
export type KindedFact = {
  readonly [K in FactKind]: { readonly kind: K; readonly fact: FactByKind[K] };
}[FactKind];

/** What is wrong with one field of a fact. */
export interface FactProblem {
  /** The field, or `kind` when the fact as a whole cannot be placed. */
  readonly field: string;
  /** The value as found; `undefined` when there was none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
}

/** A codec of one field. What it reads is typed by `factCatalog`, which ties fields to facts. */
type Leaf = t.Type<unknown, unknown, unknown>;

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const { organizationIdLengthMin: shortest, organizationIdLengthMax: longest } = limits;

const leaves: Readonly<Record<FieldType, Leaf>> = {
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
  object: leaf('an object', (value) => (isObject(value) ? value : null)),
  keyValues: leaf('an array of {key, value} with a text as key', (value) =>
    Array.isArray(value) && value.every((item) => isObject(item) && typeof item['key'] === 'string')
      ? value
      : null,
  ),
};

interface Field {
  readonly name: string;
  readonly nullable: boolean;
  /** What an absent value means. */
  readonly absent: null | false;
  readonly codec: Leaf;
}

const fieldsOf = (row: Readonly<Record<string, string>>): readonly Field[] =>
  Object.entries(row).map(([name, type]) => ({
    name,
    nullable: type.endsWith('?'),
    absent: type === 'boolean?' ? false : null,
    codec: leaves[type.replace('?', '') as FieldType],
  }));

const fields = Object.fromEntries(
  Object.entries(factCatalog).map(([kind, row]) => [kind, fieldsOf(row)]),
) as unknown as Readonly<Record<FactKind, readonly Field[]>>;

const isKind = (kind: unknown): kind is FactKind =>
  typeof kind === 'string' && Object.hasOwn(factCatalog, kind);

const refuse = (
  field: string,
  value: unknown,
  reason: string,
): E.Either<NonEmpty<FactProblem>, never> => E.left([{ field, value, reason }]);

/**
 * Reads one fact from a JSON value. `expected` is the kind that a file's name promises; the fact may
 * then leave `kind` out. All problems of the fact come back together.
 */
export const readFact = (
  value: unknown,
  expected?: FactKind,
): E.Either<NonEmpty<FactProblem>, KindedFact> => {
  if (!isObject(value)) return refuse('kind', value, 'a fact is a JSON object');
  const kind = Object.hasOwn(value, 'kind') ? value['kind'] : expected;
  if (!isKind(kind)) {
    return refuse('kind', kind, `one of ${Object.keys(factCatalog).join(', ')}`);
  }
  if (expected !== undefined && kind !== expected) {
    return refuse('kind', kind, `${expected}, as the name of the file says`);
  }
  const fact: Record<string, unknown> = {};
  const problems: FactProblem[] = [];
  for (const field of fields[kind]) {
    const found = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (field.nullable && (found === null || found === undefined)) {
      fact[field.name] = field.absent;
      continue;
    }
    const read = field.codec.decode(found);
    if (E.isRight(read)) fact[field.name] = read.right;
    else problems.push({ field: field.name, value: found, reason: field.codec.name });
  }
  for (const name of Object.keys(value)) {
    if (name !== 'kind' && !Object.hasOwn(factCatalog[kind], name)) {
      const known = Object.keys(factCatalog[kind]).join(', ');
      problems.push({ field: name, value: value[name], reason: `a ${kind} has only ${known}` });
    }
  }
  const [first, ...rest] = problems;
  return first === undefined
    ? E.right({ kind, fact } as unknown as KindedFact)
    : E.left([first, ...rest]);
};

/** The JSON form of a fact: what `readFact` reads back to an equal one. Null fields are left out. */
export const writeFact = <K extends FactKind>(
  kind: K,
  fact: FactByKind[K],
): Readonly<Record<string, unknown>> => {
  const written: Record<string, unknown> = { kind };
  for (const { name, codec } of fields[kind]) {
    const value = (fact as unknown as Readonly<Record<string, unknown>>)[name];
    if (value !== null) written[name] = codec.encode(value);
  }
  return written;
};

/** Collects facts by kind. */
export const collectFacts = (kinded: Iterable<KindedFact>): Facts => {
  const facts = noFacts();
  for (const { kind, fact } of kinded) (facts[kind] as unknown[]).push(fact);
  return facts;
};
