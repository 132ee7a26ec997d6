import type { Identifier } from '@tallyboard/core/engine';
import { fieldOf, hasFields, isObject, isText, listOf, Malformed } from '../wire/read.js';

/** A record of a document as it came, known to have a name and attributes. */
interface Received extends Identifier {
  readonly attributes: object;
  readonly relationships: unknown;
}

/** A record whose links are objects. */
export type LinkedRecord = Identifier & Readonly<Record<string, unknown>>;

/** One link of a kind of record. */
export interface LinkRow {
  readonly relationship: string;
  /** The type of the records it leads to. */
  readonly type: string;
  readonly many: boolean;
}

/** What a kind of record links to, by type; what is not listed is not followed. */
export type LinkTable = Readonly<Record<string, readonly LinkRow[]>>;

const isIdentifier = (value: unknown): value is Identifier =>
  hasFields(value, { type: isText, id: isText });

const received = (value: unknown): Received => {
  if (!isIdentifier(value) || !isObject(fieldOf(value, 'attributes'))) {
    throw new Malformed('it holds something that is no record');
  }
  return value as Received;
};

const nameOf = ({ type, id }: Identifier): string => `${type} ${id}`;

/** The included records by name; the first of each counts. */
const includedByName = (included: unknown): ReadonlyMap<string, Received> => {
  const records = included === undefined ? [] : listOf(included);
  if (records === null) throw new Malformed('its included records are no list');
  const named = records.map(received).map((record) => [nameOf(record), record] as const);
  return new Map(named.toReversed());
};

/**
 * The main record of a document with its links followed.
 *
 * @param wanted - the types that were asked for with `include`: every link to one must resolve
 */
export const linkDocument = (
  json: unknown,
  table: LinkTable,
  wanted: ReadonlySet<string>,
): LinkedRecord => {
  const included = includedByName(fieldOf(json, 'included'));
  const linked = new Map<string, LinkedRecord>();

  const resolve = ({ type, id }: Identifier): unknown => {
    if (!wanted.has(type)) return { type, id };
    const name = nameOf({ type, id });
    const record = included.get(name);
    if (record === undefined) throw new Malformed(`it links to ${name} and does not include it`);
    const whole = linked.get(name) ?? link(record);
    linked.set(name, whole);
    return whole;
  };

  const follow = ({ relationship, type, many }: LinkRow, linkage: unknown): unknown => {
    const targets = many ? listOf(linkage) : linkage === null ? [] : [linkage];
    if (targets?.every(isIdentifier) !== true || !targets.every((one) => one.type === type)) {
      throw new Malformed(`its relationship ${relationship} is not one of ${type} records`);
    }
    const records = targets.map(resolve);
    return many ? records : (records[0] ?? null);
  };

  /** The table has no circle, so this ends. */
  const link = ({ type, id, attributes, relationships }: Received): LinkedRecord => {
    // A type is what the service says: it may be `__proto__`, which every object answers to.
    const rows = Object.hasOwn(table, type) ? (table[type] ?? []) : [];
    const links = rows.map((row): [string, unknown] => [
      row.relationship,
      follow(row, fieldOf(relationships, row.relationship, 'data')),
    ]);
    return { type, id, attributes, ...Object.fromEntries(links) };
  };
  return link(received(fieldOf(json, 'data')));
};
