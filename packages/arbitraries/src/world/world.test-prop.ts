import { checkFacts } from '@tallyboard/core';
import {
  collectFacts,
  dayOf,
  factKinds,
  isAccepted,
  organizationTypes,
  readFact,
  writeFact,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldArbitrary } from './world.js';

test('a world is sound as a whole, and each owner is a member', () => {
  fc.assert(
    fc.property(worldArbitrary({ today: dayOf(2028, 2, 29) }), (facts) => {
      expect(checkFacts(facts).filter(({ severity }) => severity === 'error')).toEqual([]);
      for (const { id, ownerId } of facts.organization) {
        const owner = { organizationId: id, userId: ownerId, role: 'owner' };
        expect(facts.member).toContainEqual(expect.objectContaining(owner));
      }
    }),
    { numRuns: 300 },
  );
});

test('a fact written as JSON and read back is the same fact', () => {
  fc.assert(
    fc.property(worldArbitrary(), (facts) => {
      const back = factKinds.flatMap((kind) =>
        facts[kind].map((fact) => {
          const read = readFact(JSON.parse(JSON.stringify(writeFact(kind, fact))));
          if (!isAccepted(read)) throw new TypeError(JSON.stringify(read.left));
          return read.right;
        }),
      );
      expect(collectFacts(back)).toEqual(facts);
    }),
    { numRuns: 150 },
  );
});

test('the first organization is of the type asked for', () => {
  for (const organizationType of organizationTypes) {
    for (const facts of fc.sample(worldArbitrary({ organizationType }), 20)) {
      expect(facts.organization[0]?.type).toBe(organizationType);
      expect(facts.organization[0]?.id).toMatch(/^wksp_/);
    }
  }
});
