import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAccepted } from '../checked.js';
import { columnsArbitrary, timesArbitrary } from './columns.test-kit.js';
import { buildIndex, type OrganizationIndex } from './organization-index.js';
import { checksum, decodeIndex, encodeIndex } from './stored-index.js';
import type { Texts } from './stored-texts.js';

const indexes: fc.Arbitrary<OrganizationIndex> = fc
  .tuple(columnsArbitrary, timesArbitrary)
  .map(([columns, times]) => buildIndex(columns, times));
const [one] = fc.sample(indexes, { seed: 7, numRuns: 1 });
/** The same with lists in place of texts that are not decoded yet. */
const listed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(listed);
  if ('at' in value) {
    const { length, at } = value as Texts<string | null>;
    return Array.from({ length }, (_, code) => at(code));
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, listed(part)]));
};
const reasonFor = (buffer: ArrayBuffer): string | null => {
  const decoded = decodeIndex(buffer);
  return isAccepted(decoded) ? null : decoded.left;
};

/** As `toEqual`, which takes a second for a large index: it is left to say what differs. */
const expectEqual = (actual: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
};

describe('a stored index', () => {
  it('is read as it was written, and written as it was read', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const buffer = encodeIndex(index);
        const decoded = decodeIndex(buffer);
        expectEqual(listed(decoded), { _tag: 'Right', right: index });
        if (!isAccepted(decoded)) return;
        expectEqual(new Uint8Array(encodeIndex(decoded.right)), new Uint8Array(buffer));
      }),
      { numRuns: 50 },
    );
  });

  it('holds any text, also one that is missing or no well-formed UTF-16', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '\0', 'é', '\ud800', 'x\udfff', '😀', '\ufeff', 'a'.repeat(20_000)),
    );
    const texts = fc.array(text);
    const optional = fc.array(fc.option(text));
    const before = one!;
    fc.assert(
      fc.property(texts, optional, (names, emails) => {
        const { directory } = before;
        const members = { ...directory.members, names, emails };
        const index = { ...before, directory: { ...directory, members } };
        const decoded = decodeIndex(encodeIndex(index));
        expectEqual(listed(decoded), { _tag: 'Right', right: index });
      }),
    );
  });

  it('has columns that are views of the buffer', () => {
    const buffer = encodeIndex(one!);
    const decoded = decodeIndex(buffer);
    expect(isAccepted(decoded) && decoded.right.counts.sums.buffer).toBe(buffer);
  });

  it('is refused when any byte differs', () => {
    const buffer = encodeIndex(one!);
    fc.assert(
      fc.property(fc.nat(buffer.byteLength - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = buffer.slice(0);
        const bytes = new Uint8Array(damaged);
        bytes[at] = bytes[at]! ^ change;
        expect(reasonFor(damaged)).not.toBeNull();
      }),
    );
  });

  it('is refused when its outline does not fit, whatever its checksum says', () => {
    const whole = encodeIndex(one!);
    const sealedWith = (change: (words: Uint32Array) => void): ArrayBuffer => {
      const buffer = whole.slice(0);
      const words = new Uint32Array(buffer);
      change(words);
      words[2] = checksum(words.subarray(3));
      return buffer;
    };
    const misfit = 'the outline does not fit the buffer';
    // Beyond the end, at an odd byte, and an outline that is no JSON.
    expect(reasonFor(sealedWith((words) => (words[3] = words[3]! + 8)))).toBe(misfit);
    expect(reasonFor(sealedWith((words) => (words[3] = words[3]! + 1)))).toBe(misfit);
    expect(reasonFor(sealedWith((words) => (words[4] = words[4]! - 1)))).toBe(misfit);
  });

  it('is refused when it is cut short, of another version, or something else', () => {
    const buffer = encodeIndex(one!);
    expect(reasonFor(buffer.slice(0, buffer.byteLength - 8))).toBe('the checksum does not match');
    expect(reasonFor(buffer.slice(0, 33))).toBe('33 bytes are no index');
    expect(reasonFor(new ArrayBuffer(0))).toBe('0 bytes are no index');
    expect(reasonFor(new ArrayBuffer(64))).toBe('the first bytes are not of an index');
    const other = buffer.slice(0);
    new Uint32Array(other)[1] = 1;
    expect(reasonFor(other)).toBe('version 1; this is version 6');
  });
});
