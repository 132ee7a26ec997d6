import type { Mailbox } from './mailbox.js';

/*
 * Values with large columns and long lists of texts go to another thread without a pause on either
 * side: columns change hands without being copied, and lists go in parts, each asked for by the
 * receiver. A list of a million texts in one message would keep the event loop busy for a long while.
 */

/** Elements of a list that travel together: well under a millisecond to copy. */
const partLength = 2048;

/** A long list in an outline. */
interface LongList {
  readonly longList: number;
}

type List = readonly unknown[];

interface Outlined {
  readonly outline: unknown;
  /** How many elements each long list has. */
  readonly lengths: readonly number[];
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

const mapped = (value: object, map: (part: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part)]));

/** The value with its long lists taken out into `lists`. */
const outlineOf = (value: unknown, lists: List[]): unknown => {
  if (!isPlain(value)) return value;
  if (!Array.isArray(value)) return mapped(value, (part) => outlineOf(part, lists));
  if (value.length <= partLength) return value;
  return { longList: lists.push(value) - 1 } satisfies LongList;
};

const filled = (outline: unknown, lists: readonly List[]): unknown => {
  if (!isPlain(outline) || Array.isArray(outline)) return outline;
  if (typeof outline['longList'] === 'number') return lists[outline['longList']];
  return mapped(outline, (part) => filled(part, lists));
};

/** Whether a list has nothing below it that could be a column; lists hold one sort of thing. */
const isListOfTexts = (value: object): boolean => Array.isArray(value) && !isPlain(value[0]);

/** The memory below a value's columns, each piece once. */
const buffersOf = (value: unknown, found = new Set<ArrayBufferLike>()): Set<ArrayBufferLike> => {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (isPlain(value) && !isListOfTexts(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return found;
};

/** What the engine keeps about a text beside its characters. */
const textBytes = 24;
/** Elements of a long list that are looked at to tell its size. */
const sampleSize = 512;

const bytesOfTexts = (value: unknown): number => {
  if (typeof value === 'string') return value.length + textBytes;
  if (!isPlain(value)) return 0;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const step = Math.max(1, Math.floor(parts.length / sampleSize));
  let bytes = 0;
  for (let at = 0; at < parts.length; at += step) bytes += bytesOfTexts(parts[at]);
  return Math.round((bytes * parts.length) / Math.max(1, Math.ceil(parts.length / step)));
};

/** The bytes that a value takes: its columns, and its texts by what a sample of them takes. */
export const bytesOf = (value: unknown): number => {
  let bytes = bytesOfTexts(value);
  for (const buffer of buffersOf(value)) bytes += buffer.byteLength;
  return bytes;
};

/** Sends a value; the sender's own columns are gone afterwards, unless their memory is shared. */
export const sendInParts = async (to: Mailbox, value: unknown): Promise<void> => {
  const lists: List[] = [];
  const outline = outlineOf(value, lists);
  const owned = [...buffersOf(outline)].filter((buffer) => buffer instanceof ArrayBuffer);
  to.post({ outline, lengths: lists.map(({ length }) => length) } satisfies Outlined, owned);
  for (const list of lists) {
    for (let at = 0; at < list.length; at += partLength) {
      await to.next();
      to.post(list.slice(at, at + partLength));
    }
  }
};

/** Takes what the other side sends. */
export const receiveInParts = async (from: Mailbox): Promise<unknown> => {
  const { outline, lengths } = (await from.next()) as Outlined;
  const lists: List[] = [];
  for (const length of lengths) {
    const list: unknown[] = [];
    while (list.length < length) {
      from.post('next');
      for (const element of (await from.next()) as List) list.push(element);
    }
    lists.push(list);
  }
  return filled(outline, lists);
};
