import type { Texts } from './texts.js';

const isTexts = (value: object): value is Texts => 'at' in value && typeof value.at === 'function';

/** A copy that shares no list, object or buffer with a value; texts over columns are as they are. */
export const copyOf = <A>(value: A): A => {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    // Not its own `slice`: that of a Node Buffer shares the memory.
    return Uint8Array.prototype.slice.call(value) as unknown as A;
  }
  if (Array.isArray(value)) return value.map(copyOf) as unknown as A;
  if (isTexts(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)])) as A;
};
