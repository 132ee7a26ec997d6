import type * as t from 'io-ts';
import {
  acceptUnless,
  isAccepted,
  isObject,
  type NonEmpty,
  type Result,
  refuseFor,
} from '../checked.js';
import { failArgument } from '../messages.js';
import {
  type FactField,
  type FactKind,
  type FactOf,
  type Facts,
  type FieldType,
  factCatalog,
  factFields,
  noFacts,
} from './catalog.js';
import { codecs } from './fields.js';

const codecOf: Readonly<Record<FieldType, t.Mixed>> = codecs;

/** What is wrong with one field of a fact. */
export interface FactProblem {
  /** The field, or `kind` when the fact as a whole cannot be placed. */
  readonly field: string;
  /** The value as found; `undefined` when there was none. */
  readonly value: unknown;
  /** What would be accepted. */
  readonly reason: string;
}

/** A time with an offset, or with more digits than milliseconds have. */
const otherTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** What is accepted in a field; for a time in another form also how it is written. */
const reasonFor = (type: FieldType, found: unknown): string => {
  const { name } = codecOf[type];
  if (type !== 'instant' || typeof found !== 'string' || !otherTime.test(found)) return name;
  const day = found.slice(0, 10);
  if (!isAccepted(codecs.date.decode(day))) return `${name}; there is no day ${day}`;
  const time = Date.parse(found.replace(/([+-]\d{2})$/, '$1:00'));
  return Number.isNaN(time) ? name : `${name}, here ${new Date(time).toISOString()}`;
};

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
  for (const { name, type, nullable } of fields) {
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (nullable && (found === null || found === undefined)) {
      read[name] = type === 'boolean' ? false : null;
      continue;
    }
    const decoded = codecOf[type].decode(found);
    if (isAccepted(decoded)) read[name] = decoded.right;
    else problems.push({ field: `${at}${name}`, value: found, reason: reasonFor(type, found) });
  }
  return read;
};

/** A fact together with the word for its kind. */
export type KindedFact = {
  readonly [K in FactKind]: { readonly kind: K; readonly fact: FactOf<K> };
}[FactKind];

const isKind = (kind: unknown): kind is FactKind =>
  typeof kind === 'string' && Object.hasOwn(factCatalog, kind);

const refuse = (field: string, value: unknown, reason: string) =>
  refuseFor<NonEmpty<FactProblem>>([{ field, value, reason }]);

/**
 * Reads one fact from a JSON value. `expected` is the kind that a file's name promises; the fact may
 * then leave `kind` out. All problems of the fact come back together.
 *
 * @example
 * ```ts
 * const read = readFact({ kind: 'user', id: 'olga', signupDate: '2026-13-05' });
 * isAccepted(read) ? [] : read.left.map(({ field, reason }) => `${field}: ${reason}`); // ['signupDate: a day as YYYY-MM-DD']
 * ```
 */
export const readFact = (
  value: unknown,
  expected?: FactKind,
): Result<NonEmpty<FactProblem>, KindedFact> => {
  if (!isObject(value)) return refuse('kind', value, 'a fact is a JSON object');
  const kind = Object.hasOwn(value, 'kind') ? value['kind'] : expected;
  if (!isKind(kind)) {
    return refuse('kind', kind, `one of ${Object.keys(factCatalog).join(', ')}`);
  }
  if (expected !== undefined && kind !== expected) {
    return refuse('kind', kind, `${expected}, as the name of the file says`);
  }
  const problems: FactProblem[] = [];
  const fact = readFields(value, factFields[kind], '', problems);
  for (const name of Object.keys(value)) {
    if (name !== 'kind' && !Object.hasOwn(factCatalog[kind], name)) {
      const known = Object.keys(factCatalog[kind]).join(', ');
      problems.push({
        field: name,
        value: value[name],
        reason: `one of the fields of ${kind}: ${known}`,
      });
    }
  }
  return acceptUnless(problems, () => ({ kind, fact }) as unknown as KindedFact);
};

/**
 * The JSON form of a fact: what `readFact` reads back to an equal one. Null fields are left out.
 *
 * @example
 * ```ts
 * writeFact('user', facts.user[1]!); // { kind: 'user', id: 'sami', username: 'sami', signupDate: '2026-03-01', enrolled: false }
 * ```
 */
export const writeFact = <K extends FactKind>(
  kind: K,
  fact: FactOf<K>,
): Readonly<Record<string, unknown>> => {
  const written: Record<string, unknown> = { kind };
  for (const { name, type } of factFields[kind]) {
    const value = (fact as unknown as Readonly<Record<string, unknown>>)[name];
    if (value !== null) written[name] = codecOf[type].encode(value);
  }
  return written;
};

/**
 * Collects facts by kind.
 *
 * @throws ArgumentError - when one is not the value that `readFact` gives when it accepts
 *
 * @example
 * ```ts
 * const user = readFact({ kind: 'user', id: 'olga', signupDate: '2026-01-05' });
 * isAccepted(user) ? collectFacts([user.right]).user.length : 0; // 1
 * ```
 */
export const collectFacts = (kinded: Iterable<KindedFact>): Facts => {
  const facts = noFacts();
  for (const { kind, fact } of kinded) {
    // A result of `readFact` has its fact one level down.
    if (!isKind(kind)) failArgument('kind', kind, 'the right of what readFact accepts');
    (facts[kind] as unknown[]).push(fact);
  }
  return facts;
};

/**
 * Reads rows, until one is no fact. Facts that were read before stay as they are, so a function of yours
 * may take either.
 *
 * @param rows - objects with `kind` and the fields of that kind, of any organizations, in any order
 * @throws ArgumentError - for the first row that is no fact, such as of `facts[2].signupDate`
 *
 * @example
 * ```ts
 * const rows = [{ kind: 'user', id: 'olga', signupDate: '2026-01-05' }];
 * readFacts(rows).user.length; // 1
 * ```
 */
export const readFacts = (rows: Facts | Iterable<unknown>): Facts => {
  const given: unknown = rows;
  if (typeof given !== 'object' || given === null)
    failArgument('facts', given, 'facts, or rows: objects with kind and the fields of that kind');
  if (!(Symbol.iterator in rows)) return rows;
  const read = Array.from(rows, (row, index) => {
    const fact = readFact(row);
    if (isAccepted(fact)) return fact.right;
    const [{ field, value, reason }] = fact.left;
    return failArgument(`facts[${index}].${field}`, value, reason);
  });
  return collectFacts(read);
};
