import type { Bytes } from '../ports.js';

/** An odd number whose bits look like chance. */
const factor = 0x9e3779b1;

/**
 * A number that equal bodies of one owner share, and others hardly ever: a caller that finds something by it
 * must compare. A text as the key of a map would be hashed letter by letter, which costs more than all
 * the rest of an answer that is remembered; two sums (after Fletcher) take four bytes at a time.
 */
export const markOf = (owner: string, { buffer, byteOffset, length }: Bytes): number => {
  const view = new DataView(buffer, byteOffset, length);
  let sum = length;
  let sums = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    sum = (sum + view.getInt32(at, true)) | 0;
    sums = (sums + sum) | 0;
  }
  for (; at < length; at += 1) {
    sum = (sum + view.getUint8(at)) | 0;
    sums = (sums + sum) | 0;
  }
  let mark = Math.imul(sums, factor) ^ sum;
  for (at = 0; at < owner.length; at += 1) mark = Math.imul(mark ^ owner.charCodeAt(at), factor);
  return mark;
};
