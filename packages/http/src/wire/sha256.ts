import type { Bytes, Sha256 } from '../ports.js';

/** The hash that every web-standard runtime knows. */
export const webCryptoSha256: Sha256 = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * The bytes of a header. It arrives as one character per byte, so a key outside of ASCII is hashed as
 * it was sent.
 */
export const bytesOfHeader = (header: string): Bytes => {
  const bytes = new Uint8Array(header.length);
  for (let at = 0; at < header.length; at += 1) bytes[at] = header.charCodeAt(at);
  return bytes;
};
