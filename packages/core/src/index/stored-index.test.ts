import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsFrom } from '../events/from-facts.js';
import { chanceOf, randomSchool, shapeOf } from '../figures/random-school.test-kit.js';
import { isAccepted } from '../model/checked.js';
import { noFacts } from '../model/facts.js';
import { append } from './append/append.js';
import { checksum } from './checksum.js';
import { buildIndex, type OrganizationIndex } from './organization-index.js';
import { decodeIndex, encodeIndex } from './stored-index.js';

const indexOf = (seed: number): OrganizationIndex => {
  const chance = chanceOf(seed);
  return buildIndex(columnsFrom(randomSchool(chance, shapeOf(chance))));
};
const reasonFor = (buffer: ArrayBuffer): string | null => {
  const decoded = decodeIndex(buffer);
  return isAccepted(decoded) ? null : decoded.left.reason;
};

describe('a stored index', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const index = indexOf(seed);
        expect(decodeIndex(encodeIndex(index))).toEqual({ _tag: 'Right', right: index });
      }),
      { numRuns: 50 },
    );
  });

  it('has the same bytes however the index came about', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = chanceOf(seed);
        const later = randomSchool(chance, shapeOf(chance));
        const grown = append(buildIndex(columnsFrom(noFacts())), columnsFrom(later));
        const built = encodeIndex(buildIndex(columnsFrom(later)));
        expect(new Uint8Array(encodeIndex(grown))).toEqual(new Uint8Array(built));
      }),
      { numRuns: 50 },
    );
  });

  it('has columns that are views of the buffer', () => {
    const buffer = encodeIndex(indexOf(7));
    const decoded = decodeIndex(buffer);
    expect(isAccepted(decoded) && decoded.right.content.marks.buffer).toBe(buffer);
  });

  it('is refused when any byte differs', () => {
    const buffer = encodeIndex(indexOf(3));
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
    const whole = encodeIndex(indexOf(3));
    const sealedWith = (change: (words: Uint32Array) => void): ArrayBuffer => {
      const buffer = whole.slice(0);
      const words = new Uint32Array(buffer);
      change(words);
      words[2] = checksum(words.subarray(3));
      return buffer;
    };
    // Beyond the end, at an odd byte, and an outline that is no JSON.
    expect(reasonFor(sealedWith((words) => (words[3] = words[3]! + 8)))).toBe('damaged');
    expect(reasonFor(sealedWith((words) => (words[3] = words[3]! + 1)))).toBe('damaged');
    expect(reasonFor(sealedWith((words) => (words[4] = words[4]! - 1)))).toBe('damaged');
  });

  it('is refused when it is cut short, of another version, or something else', () => {
    const buffer = encodeIndex(indexOf(3));
    expect(reasonFor(buffer.slice(0, buffer.byteLength - 8))).toBe('damaged');
    expect(reasonFor(buffer.slice(0, 33))).toBe('foreign');
    expect(reasonFor(new ArrayBuffer(0))).toBe('foreign');
    expect(reasonFor(new ArrayBuffer(64))).toBe('foreign');
    const other = buffer.slice(0);
    new Uint32Array(other)[1] = 1;
    expect(reasonFor(other)).toBe('otherVersion');
  });
});
