import { createHandler, memoryPorts } from '@tallyboard/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedWorlds, noonOf, questionsOf, requestFor } from './asked-worlds.test-kit.js';

/*
 * The whole way of a request, from its bytes to the bytes of the answer, against the oracle: what is
 * between the core and a client must not change a figure.
 */

describe('the service and the oracle', () => {
  it('answer alike', async () => {
    await fc.assert(
      fc.asyncProperty(askedWorlds(2), async (asked) => {
        const { world } = asked;
        const handler = createHandler(
          memoryPorts(world.facts, { now: noonOf(world), allowance: 0 }),
        );
        for (const question of questionsOf(asked)) {
          const response = await handler(requestFor(world, question, 'http://service.test'));
          expect(response.status).toBe(200);
          expect(await response.json()).toEqual(question.answer);
        }
      }),
      { numRuns: 300 },
    );
  });
});
