import type { Instant } from '@tallyboard/core/vocabulary';
import { missingForLong } from '@tallyboard/engines';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConformance } from '../../src/run-conformance.js';
import {
  askedWorlds,
  noonOf,
  type Question,
  questionsOf,
  requestFor,
} from '../asked-worlds.test-kit.js';
import { now, school } from '../run.test-kit.js';
import { distributedSetup } from './distributed.test-kit.js';

/*
 * What one process answers from memory, two replicas must answer from ClickHouse and Redis: asked in
 * turn, as by a client that knows of one service.
 */

const missing = missingForLong('redis-server', 'clickhouse-server');
if (missing !== null) console.warn(`skipped: the suite over ClickHouse and Redis; ${missing}`);

describe.skipIf(missing !== null)('two replicas over two shards and one Redis', () => {
  let setup: Awaited<ReturnType<typeof distributedSetup>>;
  beforeAll(async () => {
    setup = await distributedSetup();
  });
  afterAll(() => setup.dispose());

  it('pass the conformance suite, the figures and the hour of requests too', async () => {
    const { facts, targets, boards } = school;
    const served = { facts, now: Date.parse(now) as Instant };
    const { address: baseUrl, close } = await setup.serve(served);
    const asked = { frozen: true, quotaCheck: true, freshQuota: true };
    const { report } = await runConformance({ baseUrl, targets, boards, facts, now, ...asked });
    await close();
    const failed = report.rules.filter(({ verdict }) => verdict === 'fail');
    expect(failed).toEqual([]);
    expect([report.verdict, report.exitCode]).toEqual(['pass', 0]);
  });

  it('answer questions about random worlds as the oracle does', async () => {
    const ready = async (request: () => Request): Promise<unknown> => {
      for (;;) {
        const response = await fetch(request());
        const document: unknown = await response.json();
        if (response.status === 200) return document;
        expect(response.status).toBe(202);
      }
    };
    await fc.assert(
      fc.asyncProperty(askedWorlds(12), async (asked) => {
        const { world } = asked;
        const served = await setup.serve({ facts: world.facts, now: noonOf(world), allowance: 0 });
        try {
          const agrees = async (question: Question) => {
            const document = await ready(() => requestFor(world, question, served.address));
            expect(document).toEqual(question.answer);
          };
          for (const question of questionsOf(asked)) await agrees(question);
        } finally {
          await served.close();
        }
      }),
      { numRuns: Number(process.env['TALLYBOARD_WORLDS'] ?? 8), endOnFailure: true },
    );
  });
});
