import { Unavailable } from '@tallyboard/ports';
import { type Shard, unavailableSeconds } from '../shards.js';
import { type Sql, sql } from '../sql.js';

/*
 * Columns of millions of rows, read in the format RowBinary: the fields of a row one after the other, numbers as they lie in
 * memory, texts behind their length. Every server has this format, and texts become codes without becoming strings.
 */

/** Texts by code: equal texts have the same code. */
export interface Codes {
  /** How many texts there are. */
  readonly size: () => number;
  /** The code of the text in some bytes: a new one for a new text, or -1 in `find`. */
  readonly add: (bytes: Uint8Array, start: number, end: number) => number;
  readonly find: (bytes: Uint8Array, start: number, end: number) => number;
  /** All texts in the order of their codes. */
  readonly texts: () => readonly string[];
}

/** A hash table over bytes. @param known - texts that get the first codes */
export const codesOf = (known: readonly string[] = []): Codes => {
  let [slots, arena] = [new Int32Array(1 << 12).fill(-1), Buffer.alloc(1 << 16)];
  let [starts, hashes] = [new Uint32Array(1 << 11), new Uint32Array(1 << 11)];
  let size = 0;
  const grown = (from: Uint32Array) => {
    const to = new Uint32Array(2 * from.length);
    to.set(from);
    return to;
  };
  const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
    let hash = 0x811c9dc5;
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word =
        bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  };
  const isAt = (code: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const first = starts[code]!;
    if (starts[code + 1]! - first !== end - start) return false;
    for (let at = start; at < end; at++) if (arena[first + at - start] !== bytes[at]) return false;
    return true;
  };
  const widen = (): void => {
    slots = new Int32Array(2 * slots.length).fill(-1);
    for (let code = 0; code < size; code++) {
      let slot = hashes[code]! & (slots.length - 1);
      while (slots[slot]! >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = code;
    }
  };
  const look = (bytes: Uint8Array, start: number, end: number, isAdded: boolean): number => {
    const hash = hashOf(bytes, start, end);
    let slot = hash & (slots.length - 1);
    for (let code = slots[slot]!; code >= 0; code = slots[slot]!) {
      if (hashes[code] === hash && isAt(code, bytes, start, end)) return code;
      slot = (slot + 1) & (slots.length - 1);
    }
    if (!isAdded) return -1;
    if (size + 2 > starts.length) [starts, hashes] = [grown(starts), grown(hashes)];
    const [first, last] = [starts[size]!, starts[size]! + end - start];
    while (last > arena.length) arena = Buffer.concat([arena, Buffer.alloc(arena.length)]);
    arena.set(bytes.subarray(start, end), first);
    [slots[slot], hashes[size], starts[size + 1]] = [size, hash, last];
    size += 1;
    if (2 * size > slots.length) widen();
    return size - 1;
  };
  const codes: Codes = {
    size: () => size,
    add: (bytes, start, end) => look(bytes, start, end, true),
    find: (bytes, start, end) => look(bytes, start, end, false),
    texts: () =>
      Array.from({ length: size }, (_, code) =>
        arena.toString('utf8', starts[code], starts[code + 1]),
      ),
  };
  for (const text of known) {
    const bytes = Buffer.from(text);
    codes.add(bytes, 0, bytes.length);
  }
  return codes;
};

/** A column of a result: a number, or a text with what gives its code. */
type ColumnType = 'Int32' | 'UInt8' | 'Float64' | Codes['add'];

/** The columns of a result in their order. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** What is read: an array for each column. */
export type ReadColumns<T extends ColumnTypes> = {
  readonly [C in keyof T]: T[C] extends 'UInt8'
    ? Uint8Array
    : T[C] extends 'Float64'
      ? Float64Array
      : Int32Array;
};

const arrays = { Int32: Int32Array, UInt8: Uint8Array, Float64: Float64Array };
const widths = { Int32: 4, UInt8: 1, Float64: 8 };

/** Takes the bytes of rows into columns. */
const rowReader = (types: ColumnTypes, rows: number) => {
  const columns = Object.values(types).map((type) => ({
    type,
    to: new arrays[typeof type === 'string' ? type : 'Int32'](rows),
  }));
  let left: Buffer = Buffer.alloc(0);
  let row = 0;
  /** Reads one row; gives where it ends, or -1 when not all of it is there. */
  const readRow = (bytes: Buffer, from: number): number => {
    let at = from;
    for (const { type, to } of columns) {
      if (typeof type === 'string') {
        if (at + widths[type] > bytes.length) return -1;
        to[row] =
          type === 'UInt8'
            ? bytes[at]!
            : type === 'Int32'
              ? bytes.readInt32LE(at)
              : bytes.readDoubleLE(at);
        at += widths[type];
        continue;
      }
      let [length, shift, byte] = [0, 0, 0x80];
      while (byte >= 0x80) {
        if (at >= bytes.length) return -1;
        byte = bytes[at++]!;
        length |= (byte & 0x7f) << shift;
        shift += 7;
      }
      if (at + length > bytes.length) return -1;
      to[row] = type(bytes, at, at + length);
      at += length;
    }
    return at;
  };
  return {
    take: (piece: Buffer): void => {
      const bytes = left.length === 0 ? piece : Buffer.concat([left, piece]);
      let at = 0;
      for (let end = readRow(bytes, 0); end >= 0; end = readRow(bytes, at)) {
        at = end;
        row += 1;
        if (row === rows) break;
      }
      left = bytes.subarray(at);
    },
    isWhole: (): boolean => row === rows && left.length === 0,
    columns: () =>
      Object.fromEntries(Object.keys(types).map((name, at) => [name, columns[at]!.to])),
  };
};

/**
 * Reads columns. A server that fails amid a result ends it with its message; the number of rows, asked for before, shows it.
 *
 * @param select - the columns, in the order of their types
 * @param from - a table and a condition under which its rows never change
 */
export const readColumns = async <T extends ColumnTypes>(
  shard: Shard,
  types: T,
  select: Sql,
  from: Sql,
): Promise<ReadColumns<T>> => {
  const [row] = await shard.rows(sql`SELECT count() AS n FROM ${from}`);
  const count = Number(row?.['n']);
  const reader = rowReader(types, count);
  if (count > 0) await shard.binary(sql`SELECT ${select} FROM ${from}`, reader.take);
  if (!reader.isWhole()) {
    throw new Unavailable('A ClickHouse broke off a result.', unavailableSeconds);
  }
  return reader.columns() as ReadColumns<T>;
};
