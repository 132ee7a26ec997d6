import type { IncomingRequest } from './exchanged.js';

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

const includeNames: readonly string[] = ['include', 'include[]'];

/**
 * The `include` of a request as one list with commas, `null` without one. Repeated parameters mean the
 * same as one list, with or without brackets: many generated clients send arrays that way.
 */
export const includeOf = ({ address }: IncomingRequest): string | null => {
  const values = [...new URL(address).searchParams].flatMap(([name, value]) =>
    includeNames.includes(name) ? [value] : [],
  );
  return values.length === 0 ? null : values.join(',');
};
