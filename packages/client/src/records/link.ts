import type { Identifier } from '@tallyboard/core/engine';
import { fieldOf, hasFields, isObject, isText, listOf, Malformed } from '../wire/read.js';

/** A record of a document as it came, known to have a name and attributes. */
export interface Received extends Identifier {
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

/** Puts the records of one document together. */
export class Linker {
  readonly #table: LinkTable;
  readonly #wanted: ReadonlySet<string>;
  readonly #received = new Map<string, Received>();
  readonly #linked = new Map<string, LinkedRecord>();

  /** @param wanted - the types that were asked for with `include`: every link to one must resolve */
  constructor(table: LinkTable, wanted: ReadonlySet<string>, included: unknown) {
    this.#table = table;
    this.#wanted = wanted;
    const records = included === undefined ? [] : listOf(included);
    if (records === null) throw new Malformed('its included records are no list');
    for (const record of records.map(received)) {
      if (!this.#received.has(nameOf(record))) this.#received.set(nameOf(record), record);
    }
  }

  /** A record with its links followed. The table has no circle, so this ends. */
  link(value: unknown): LinkedRecord {
    const { type, id, attributes, relationships } = received(value);
    const links: Record<string, unknown> = {};
    for (const row of this.#rows(type)) {
      const linkage = fieldOf(fieldOf(relationships, row.relationship), 'data');
      links[row.relationship] = this.#follow(row, linkage);
    }
    return { type, id, attributes, ...links };
  }

  /** A type is what the service says: it may be `__proto__`, which every object answers to. */
  #rows(type: string): readonly LinkRow[] {
    return Object.hasOwn(this.#table, type) ? (this.#table[type] ?? []) : [];
  }

  #follow({ relationship, type, many }: LinkRow, linkage: unknown): unknown {
    const targets = many ? listOf(linkage) : linkage === null ? [] : [linkage];
    if (targets?.every(isIdentifier) !== true || !targets.every((one) => one.type === type)) {
      throw new Malformed(`its relationship ${relationship} is not one of ${type} records`);
    }
    const records = targets.map((target) => this.#resolve(target));
    return many ? records : (records[0] ?? null);
  }

  #resolve({ type, id }: Identifier): unknown {
    if (!this.#wanted.has(type)) return { type, id };
    const name = nameOf({ type, id });
    const known = this.#linked.get(name);
    if (known !== undefined) return known;
    const record = this.#received.get(name);
    if (record === undefined) throw new Malformed(`it links to ${name} and does not include it`);
    const linked = this.link(record);
    this.#linked.set(name, linked);
    return linked;
  }
}
