import { worldArbitrary } from '@tallyboard/arbitraries';
import type { Facts } from '@tallyboard/core';
import type { Resource } from '@tallyboard/core/engine';
import { boardIncludes, userIncludes } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webCryptoSha256 } from './checked-ports.js';
import { memoryPorts } from './memory/memory-ports.js';
import { keyOf, now } from './sample-facts.test-kit.js';
import { type HeardDocument, requestOf } from './sample-service.test-kit.js';
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

type Linking = Resource<object, Readonly<Record<string, { readonly data: readonly unknown[] }>>>;

const namesOf = (records: readonly unknown[]): readonly string[] =>
  (records as readonly Resource[]).map(({ type, id }) => `${type} ${id}`).sort();

/** Every link whose kind was asked for resolves once, and nothing else is there. */
const expectIncluded = (json: HeardDocument, asked: readonly string[]): void => {
  const { relationships } = json.data as Linking;
  const linked = asked.flatMap((kind) => relationships[kind]?.data ?? []);
  expect(namesOf(json.included ?? [])).toEqual(namesOf(linked));
};

test('W24, W25: in every world each user gets all records that they may read, and no others', async () => {
  const seen = { 200: 0, 404: 0 };
  await fc.assert(
    fc.asyncProperty(
      worldArbitrary(),
      fc.subarray([...boardIncludes]),
      fc.subarray([...userIncludes]),
      async (world, ofBoard, ofUser) => {
        const facts = await withKeys(world);
        const handler = createHandler(memoryPorts(facts, { now }));
        for (const { id: as } of facts.user.slice(0, 5)) {
          const me = await handler(requestOf(`/v1/me?include=${ofUser.join(',')}`, { as }));
          expect(me.status).toBe(200);
          expectIncluded((await me.json()) as HeardDocument, ofUser);
          for (const { id } of facts.board.slice(0, 5)) {
            const path = `/v1/boards/${id}?include=${ofBoard.join('%2C')}`;
            const response = await handler(requestOf(path, { as }));
            expect(response.status).toBe(isReadable(facts, id, as) ? 200 : 404);
            seen[response.status as 200 | 404] += 1;
            const json = (await response.json()) as HeardDocument;
            if (response.status === 200) expectIncluded(json, ofBoard);
          }
        }
      },
    ),
    { numRuns: 40 },
  );
  // Neither answer is a rare one.
  expect(Math.min(seen[200], seen[404])).toBeGreaterThan(50);
});
