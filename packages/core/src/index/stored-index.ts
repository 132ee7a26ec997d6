import { E } from '../prelude.js';
import { checksum } from './checksum.js';
import type { OrganizationIndex } from './organization-index.js';

/*
 * An index as one buffer: a head, the columns one after the other, and an outline. The outline is the
 * index as JSON in which each column is a reference: its type, where it begins, and its length. Columns
 * of a decoded index are views of the buffer. Equal indexes give equal bytes.
 */

/** Why a buffer is not taken for an index. */
export interface StoredIndexFault {
  /** `foreign`: never was one; `otherVersion`: written by another version; `damaged`: was one once. */
  readonly reason: 'foreign' | 'otherVersion' | 'damaged';
  /** A sentence for the operator; the remedy is always to build the index anew. */
  readonly detail: string;
}

// As words of this machine: where bytes stand the other way round the first does not match.
const magic = 0x59_4c_4c_54;
const version = 3;

/** The words of the head. */
const head = { magic: 0, version: 1, checksum: 2, outlineStart: 3, outlineLength: 4 } as const;
const headBytes = 32;
const alignment = 8;

const columnTypes = [
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float64Array,
] as const;
type Column = InstanceType<(typeof columnTypes)[number]>;

/** A column in an outline: type by place in the table above, first byte, number of elements. */
interface ColumnReference {
  readonly $: readonly [type: number, start: number, length: number];
}

const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment;

/** Whether a list holds what may hold columns; most are long ones of texts. */
const isListOfParts = (list: readonly unknown[]): boolean =>
  typeof list[0] === 'object' && list[0] !== null;

/** The outline of a value; columns are handed to `place`, which says where each begins. */
const outlineOf = (value: unknown, place: (column: Column) => number): unknown => {
  if (ArrayBuffer.isView(value)) {
    const column = value as Column;
    const type = columnTypes.findIndex((of) => column instanceof of);
    return { $: [type, place(column), column.length] } satisfies ColumnReference;
  }
  if (Array.isArray(value)) {
    return isListOfParts(value) ? value.map((part) => outlineOf(part, place)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  // In the order of the names: objects put together in another order are still the same.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, outlineOf(part, place)]),
  );
};

/** Writes an index into one buffer, which can be stored, or transferred to another thread. */
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

const unitsPerPart = 8192;

const textOf = (units: Uint16Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += unitsPerPart) {
    const part = units.subarray(at, at + unitsPerPart);
    // Not spread, which would ask the part for its units one by one: eight times as long.
    parts.push(String.fromCharCode.apply(null, part as unknown as number[]));
  }
  return parts.join('');
};

const isReference = (value: unknown): value is ColumnReference =>
  typeof value === 'object' && value !== null && '$' in value;

const filled = (outline: unknown, buffer: ArrayBuffer): unknown => {
  if (isReference(outline)) {
    const [type, start, length] = outline.$;
    const of = columnTypes[type];
    if (of === undefined) throw new TypeError('a column of no known type');
    return new of(buffer, start, length);
  }
  if (Array.isArray(outline)) {
    return isListOfParts(outline) ? outline.map((part) => filled(part, buffer)) : outline;
  }
  if (typeof outline !== 'object' || outline === null) return outline;
  return Object.fromEntries(
    Object.entries(outline).map(([name, part]) => [name, filled(part, buffer)]),
  );
};

const fault = (reason: StoredIndexFault['reason'], detail: string) =>
  E.left<StoredIndexFault>({ reason, detail });

/**
 * Reads a buffer that `encodeIndex` wrote. The buffer must not be changed while the index is in use.
 *
 * @example
 * ```ts
 * const stored = encodeIndex(buildIndex(columnsFrom(noFacts())));
 * isAccepted(decodeIndex(stored)); // true
 * const other = decodeIndex(new ArrayBuffer(64));
 * isAccepted(other) ? null : other.left.reason; // 'foreign'
 * ```
 */
export const decodeIndex = (buffer: ArrayBuffer): E.Either<StoredIndexFault, OrganizationIndex> => {
  if (buffer.byteLength < headBytes || buffer.byteLength % alignment !== 0) {
    return fault('foreign', `${buffer.byteLength} bytes are no index`);
  }
  const words = new Uint32Array(buffer);
  if (words[head.magic] !== magic) return fault('foreign', 'the first bytes are not of an index');
  if (words[head.version] !== version) {
    return fault('otherVersion', `version ${words[head.version]!}; this is version ${version}`);
  }
  if (words[head.checksum] !== checksum(words.subarray(head.outlineStart))) {
    return fault('damaged', 'the checksum does not match');
  }
  try {
    const units = new Uint16Array(buffer, words[head.outlineStart], words[head.outlineLength]);
    return E.right(filled(JSON.parse(textOf(units)), buffer) as OrganizationIndex);
  } catch {
    // The checksum tells damage, not malice: whoever can compute it can write any outline.
    return fault('damaged', 'the outline does not fit the buffer');
  }
};
