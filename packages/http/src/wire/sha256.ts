/**
 * The lower-case hexadecimal SHA-256 of a header's bytes. A header arrives as one character per byte,
 * so a key outside of ASCII is hashed as it was sent.
 */
export const sha256OfHeader = async (header: string): Promise<string> => {
  const bytes = Uint8Array.from(header, (character) => character.charCodeAt(0));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
