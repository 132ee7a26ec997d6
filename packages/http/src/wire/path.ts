/** A path that no route has. */
const unknownPath = '/%';

/** An address whose path is canonical as it stands: no escapes, no dots, nothing to encode. */
const plainAddress = /^https?:\/\/[\w.:-]+(\/[\w/-]*)(?:\?|$)/;

const canonicalSegment = (segment: string): string =>
  encodeURIComponent(decodeURIComponent(segment));

/**
 * The path of an address with every segment percent-encoded in one way: a route finds its words
 * however they were written, and an encoded slash stays inside its segment. A segment that cannot be
 * decoded makes the whole path unknown.
 */
export const canonicalPath = (address: string): string => {
  const plain = plainAddress.exec(address)?.[1];
  if (plain !== undefined) return plain;
  try {
    return new URL(address).pathname.split('/').map(canonicalSegment).join('/');
  } catch {
    return unknownPath;
  }
};
