import { expect, test } from 'vitest';
import { at } from '../model/json.js';
import { complete, probeOf } from '../probes/all-probes.js';
import { contextWith } from '../probes/context.test-kit.js';
import { buildWorld } from '../world/build-world.js';
import { expectedFrom } from './expected-values.js';

test('beyond midnight a range that ends today ends a day later', () => {
  const { facts, targets } = buildWorld({ seed: 7, now: '2026-11-15T12:00:00.000Z' });
  let now = Date.parse('2026-11-15T23:59:00.000Z');
  const unbilled = { ...facts, billingTerm: [] };
  const instant = (): number => now;
  const expected = expectedFrom(unbilled, instant, targets, null, () => undefined);
  const main = probeOf('MV1');
  const context = contextWith({ organizations: { main: targets.main.org } });
  const draft = main?.draft(context);
  if (main === undefined || draft === undefined || draft === null) throw new Error('no MV1');
  const request = complete(main, draft, context);
  const lastDay = (): unknown => at(expected(request)['expected'], 'dateRange', 'to');
  expect(lastDay()).toBe('2026-11-15');
  now += 120_000;
  expect(lastDay()).toBe('2026-11-16');
});
