import { expect, test } from 'vitest';
import { runConformance } from '../src/run-conformance.js';
import { expressApp } from './express-app.test-kit.js';
import { failedIds, now, plainSchool as world } from './run.test-kit.js';

/** It has no /me, no boards, and its refusals of 4.1.8 name nothing. */
const reallyBroken = ['2.1-T2a', '4.1-R8a', '4.1-R8c', '4.4-T2'];

test.each([
  ['live', {}, reallyBroken],
  ['with facts', { facts: world.facts }, [...reallyBroken, '4.3-T2']],
])('an app by somebody else, %s: what it breaks is really broken', async (_name, known, broken) => {
  const { baseUrl, close } = await expressApp(world.facts, Date.parse(now));
  const { report } = await runConformance({ baseUrl, targets: world.targets, now, ...known });
  close();
  expect(failedIds(report).toSorted()).toEqual(broken.toSorted());
  expect(report.counts.inScope.pass).toBeGreaterThan(190);
});
