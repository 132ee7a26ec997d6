import { accept, type Result, refuseFor } from '../checked.js';
import { failArgument, listWords, show } from '../messages.js';
import { type OrganizationIndex } from './organization-index.js';
import { columnsOfTexts, type TextColumns, type Texts, textOf, textsOver } from './stored-texts.js';

const lanes = 4;
const multiplier = 0x9e3779b1;

/**
 * A checksum of words that finds damage, not malice. Four lanes run side by side, since each step of
 * one has to wait for the step before.
 */
export const checksum = (words: Uint32Array): number => {
  let [a, b, c, d] = [1, 2, 3, 4];
  const whole = words.length - (words.length % lanes);
  for (let at = 0; at < whole; at += lanes) {
    a = Math.imul((a ^ words[at]!) + (a >>> 15), multiplier);
    b = Math.imul((b ^ words[at + 1]!) + (b >>> 15), multiplier);
    c = Math.imul((c ^ words[at + 2]!) + (c >>> 15), multiplier);
    d = Math.imul((d ^ words[at + 3]!) + (d >>> 15), multiplier);
  }
  for (let at = whole; at < words.length; at++) {
    a = Math.imul((a ^ words[at]!) + (a >>> 15), multiplier);
  }
  for (const lane of [b, c, d, words.length]) {
    a = Math.imul((a ^ lane) + (a >>> 13), multiplier);
  }
  return (a ^ (a >>> 16)) >>> 0;
};

/*
 * An index as one buffer: a head, the columns one after the other, and an outline. The outline is the
 * index as JSON in which each column is a reference: its type, where it begins, and its length. Lists of
 * texts stand as columns, too. Columns of a decoded index are views of the buffer. Equal indexes give
 * equal bytes.
 */

// As words of this machine: where bytes stand the other way round the first does not match.
const magic = 0x59_4c_4c_54;
const version = 6;

/** The words of the head. */
const head = { magic: 0, version: 1, checksum: 2, outlineStart: 3, outlineLength: 4 } as const;
const headBytes = 32;
const alignment = 8;

const arrays = [Uint8Array, Int8Array, Uint16Array, Int32Array, Uint32Array, Float64Array] as const;
const arrayNames = listWords(arrays.map(({ name }) => name));
type Column = InstanceType<(typeof arrays)[number]>;

/** A column in an outline: type by place in the table above, first byte, number of elements. */
type ColumnReference = readonly [type: number, start: number, length: number];

const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value is texts: a list that holds nothing else, or those of an index that was stored. */
const isTexts = (value: object): value is Texts<string | null> =>
  Array.isArray(value) ? value.length > 0 && !isObject(value[0]) : 'at' in value;

/** The outline of a value; columns are handed to `place`, which says where each begins. */
const outlineOf = (value: unknown, place: (column: Column) => number): unknown => {
  if (ArrayBuffer.isView(value)) {
    const column = value as Column;
    // By name: columns of another realm, such as a test runner makes, are no instances of ours.
    const type = arrays.findIndex(({ name }) => name === column[Symbol.toStringTag]);
    if (type < 0) failArgument('A column', column[Symbol.toStringTag], arrayNames);
    return { $: [type, place(column), column.length] satisfies ColumnReference };
  }
  if (!isObject(value)) return value;
  if (isTexts(value)) return { $texts: outlineOf(columnsOfTexts(value), place) };
  if (Array.isArray(value)) return value.map((part) => outlineOf(part, place));
  // In the order of the names: objects put together in another order are still the same.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, outlineOf(part, place)]),
  );
};

/**
 * Writes an index into one buffer, which can be stored, or transferred to another thread.
 */
export const encodeIndex = (index: OrganizationIndex): ArrayBuffer => {
  const placed: { readonly column: Column; readonly start: number }[] = [];
  let end = headBytes;
  const outline = JSON.stringify(
    outlineOf(index, (column) => {
      const start = end;
      placed.push({ column, start });
      end = aligned(start + column.byteLength);
      return start;
    }),
  );
  const buffer = new ArrayBuffer(aligned(end + 2 * outline.length));
  const bytes = new Uint8Array(buffer);
  for (const { column, start } of placed) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start);
  }
  const units = new Uint16Array(buffer, end, outline.length);
  for (let at = 0; at < outline.length; at++) units[at] = outline.charCodeAt(at);
  const words = new Uint32Array(buffer);
  words[head.magic] = magic;
  words[head.version] = version;
  words[head.outlineStart] = end;
  words[head.outlineLength] = outline.length;
  words[head.checksum] = checksum(words.subarray(head.outlineStart));
  return buffer;
};

const filled = (outline: unknown, buffer: ArrayBufferLike): unknown => {
  if (!isObject(outline)) return outline;
  if ('$' in outline) {
    const [type, start, length] = outline.$ as ColumnReference;
    const of = arrays[type];
    if (of === undefined) throw new TypeError('a column of no known type');
    return new of(buffer as ArrayBuffer, start, length);
  }
  if ('$texts' in outline) return textsOver(filled(outline.$texts, buffer) as TextColumns);
  if (Array.isArray(outline)) return outline.map((part) => filled(part, buffer));
  return Object.fromEntries(
    Object.entries(outline).map(([name, part]) => [name, filled(part, buffer)]),
  );
};

/**
 * Reads a buffer that `encodeIndex` wrote, or says for the operator why it is no index; the remedy is always to build
 * it anew. The buffer must not be changed while the index is in use.
 */
export const decodeIndex = (buffer: ArrayBufferLike): Result<string, OrganizationIndex> => {
  if (ArrayBuffer.isView(buffer)) return refuseFor('a view is given; give its ArrayBuffer');
  const { byteLength } = (buffer as ArrayBufferLike | null) ?? { byteLength: 0 };
  if (!(byteLength >= headBytes) || byteLength % alignment !== 0) {
    return refuseFor(`${show(byteLength)} bytes are no index`);
  }
  const words = new Uint32Array(buffer);
  if (words[head.magic] !== magic) return refuseFor('the first bytes are not of an index');
  if (words[head.version] !== version) {
    return refuseFor(`version ${words[head.version]!}; this is version ${version}`);
  }
  if (words[head.checksum] !== checksum(words.subarray(head.outlineStart))) {
    return refuseFor('the checksum does not match');
  }
  try {
    const units = new Uint16Array(buffer, words[head.outlineStart], words[head.outlineLength]);
    return accept(filled(JSON.parse(textOf(units)), buffer) as OrganizationIndex);
  } catch {
    // The checksum finds damage, not malice: an attacker can compute it for any outline.
    return refuseFor('the outline does not fit the buffer');
  }
};
