import { worldArbitrary } from '@tallyboard/arbitraries';
import * as fc from 'fast-check';
import type * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { E } from '../fp-ts.test-kit.js';
import { factFields, factKinds } from './catalog.js';
import { codecs } from './fields.js';

const codecOf: Readonly<Record<string, t.Mixed>> = codecs;

/** Texts of days and times that a parser may take. */
const stamp = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const wire = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  stamp,
  stamp.map((text) => text.slice(0, 10)),
  fc.array(fc.record({ key: fc.string(), value: fc.jsonValue({ maxDepth: 1 }) })),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
  fc.constantFrom('owner', 'school', 'active', '0'.repeat(64), 'wksp_0123456789a'),
);

describe('codecs of fields', () => {
  it.each(Object.entries(codecOf))(
    '%s: what it reads is of its type and is written back',
    (_, leaf) => {
      fc.assert(
        fc.property(wire, (sent) => {
          const read = leaf.decode(sent);
          if (E.isLeft(read)) return;
          expect(leaf.is(read.right)).toBe(true);
          expect(leaf.encode(read.right)).toEqual(sent);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('every field of every fact is of its type, and is read back as it was', () => {
    let count = 0;
    fc.assert(
      fc.property(worldArbitrary(), (facts) => {
        for (const kind of factKinds) {
          for (const fact of facts[kind] as readonly object[]) {
            for (const { name, type, nullable } of factFields[kind]) {
              const value = (fact as Readonly<Record<string, unknown>>)[name];
              if (nullable && value === null) continue;
              count += 1;
              const leaf = codecOf[type]!;
              const again = leaf.decode(leaf.encode(value));
              if (leaf.is(value) && E.isRight(again) && again.right === value) continue;
              expect([name, leaf.is(value), again]).toEqual([name, true, E.right(value)]);
            }
          }
        }
      }),
      { numRuns: 20 },
    );
    expect(count).toBeGreaterThan(1_000);
  });

  it.each([
    ['date', 1.5],
    ['date', '2026-01-01'],
    ['instant', 1e15],
    ['role', 'king'],
    ['count', -1],
    ['words', [1]],
  ] as const)('%s has no value %j', (type, value) => {
    expect(codecOf[type]!.is(value)).toBe(false);
  });
});
