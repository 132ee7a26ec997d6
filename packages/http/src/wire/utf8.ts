import type { Bytes } from '../ports.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, a byte order mark included; `null` if they are not UTF-8 (4.1.12). */
export const decodeUtf8 = (bytes: Bytes): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};
