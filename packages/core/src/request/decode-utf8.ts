/** The bits that a byte adds to a sequence, or -1 if it is none that continues one. */
const continuation = (byte: number): number => (byte >> 6 === 0b10 ? byte & 0x3f : -1);

/** Lead bytes by length of the sequence: its mask, and the smallest code point that needs that length. */
const sequences = [
  { lead: 0b110, shift: 5, length: 2, least: 0x80 },
  { lead: 0b1110, shift: 4, length: 3, least: 0x800 },
  { lead: 0b11110, shift: 3, length: 4, least: 0x10000 },
] as const;

const unitsPerPart = 4096;

const isAscii = (bytes: Uint8Array): boolean => {
  for (const byte of bytes) if (byte >= 0x80) return false;
  return true;
};

/** The text of bytes that are all ASCII, as nearly every request is. */
const decodeAscii = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += unitsPerPart) {
    // Spreading asks an iterator for every byte, at ten times the cost.
    const units = bytes.subarray(at, at + unitsPerPart);
    text += Reflect.apply(String.fromCharCode, null, units) as string;
  }
  return text;
};

/**
 * Decodes UTF-8 strictly: `null` for a damaged sequence, an overlong form, a surrogate or a code point
 * that does not exist. Written here because the core's platform has no `TextDecoder`.
 */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  if (isAscii(bytes)) return decodeAscii(bytes);
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    let point = first;
    let length = 1;
    if (first >= 0x80) {
      const sequence = sequences.find(({ lead, shift }) => first >> shift === lead);
      if (sequence === undefined) return null;
      point = first & ((1 << sequence.shift) - 1);
      length = sequence.length;
      for (let next = 1; next < length; next++) {
        const bits = continuation(bytes[at + next] ?? 0);
        if (bits < 0) return null;
        point = (point << 6) | bits;
      }
      const isSurrogate = point >= 0xd800 && point <= 0xdfff;
      if (point < sequence.least || point > 0x10ffff || isSurrogate) return null;
    }
    units.push(point);
    at += length;
    if (units.length === unitsPerPart) {
      parts.push(String.fromCodePoint(...units));
      units = [];
    }
  }
  parts.push(String.fromCodePoint(...units));
  return parts.join('');
};
