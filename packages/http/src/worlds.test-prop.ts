import { worldArbitrary } from '@tallyboard/arbitraries';
import type { Facts } from '@tallyboard/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webCryptoSha256 } from './checked-ports.js';
import { memoryPorts } from './memory/memory-ports.js';
import { keyOf, now } from './sample-facts.test-kit.js';
import { requestOf } from './sample-service.test-kit.js';
import { createHandler } from './web.js';

/** The world with a key for everybody in it. */
const withKeys = async (facts: Facts): Promise<Facts> => ({
  ...facts,
  apiKey: await Promise.all(
    facts.user.map(async ({ id }) => ({
      keySha256: await webCryptoSha256(new TextEncoder().encode(keyOf(id))),
      userId: id,
      revokedAt: null,
    })),
  ),
});

/** Row by row, as the decision is worded. */
const isReadable = (facts: Facts, boardId: string, userId: string): boolean =>
  facts.board.some(
    (board) =>
      board.id === boardId &&
      (board.builderId === userId ||
        facts.member.some(
          (member) =>
            member.organizationId === board.organizationId &&
            member.userId === userId &&
            member.leftAt === null,
        )),
  );

test('W24: in every world each user gets the boards that they may read, and no others', async () => {
  const seen = { 200: 0, 404: 0 };
  await fc.assert(
    fc.asyncProperty(worldArbitrary(), async (world) => {
      const facts = await withKeys(world);
      const handler = createHandler(memoryPorts(facts, { now }));
      for (const { id: as } of facts.user.slice(0, 5)) {
        expect((await handler(requestOf('/v1/me', { as }))).status).toBe(200);
        for (const { id } of facts.board.slice(0, 5)) {
          const { status } = await handler(requestOf(`/v1/boards/${id}`, { as }));
          expect(status).toBe(isReadable(facts, id, as) ? 200 : 404);
          seen[status as 200 | 404] += 1;
        }
      }
    }),
    { numRuns: 40 },
  );
  // Neither answer is a rare one.
  expect(Math.min(seen[200], seen[404])).toBeGreaterThan(50);
});
