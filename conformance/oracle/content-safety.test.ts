import { expect, test } from 'vitest';
import { otherOrganizationId, scan } from './small-facts.test-kit.js';
import { figure } from './small-world.test-kit.js';

const world = [
  scan('s1', { itemType: 'image', durationMs: 10.25 }),
  scan('s2', { flags: ['spam', 'hate', 'spam'], durationMs: 20 }),
  scan('s3', { flags: ['spam'], removedAt: '2026-08-01T00:00:00Z', durationMs: 30 }),
  scan('s4', { removedAt: '2026-03-10T12:00:01Z', durationMs: 0 }),
  scan('s5', { at: '2026-03-31T23:59:59.999Z', itemType: 'sticker', durationMs: 0 }),
  scan('s6', { at: '2026-04-01T00:00:00.000Z', flags: ['drugs'] }),
  scan('s7', { at: '2026-02-28T23:59:59.999Z', removedAt: '2026-03-05T00:00:00Z' }),
  scan('s8', { organizationId: otherOrganizationId, flags: ['drugs'] }),
];

test('scannedItemCount and its types', () => {
  expect(figure(world, 'scannedItemCount')).toBe(5);
  expect(figure(world, 'scannedItemCountByType')).toEqual({ image: 1, text: 3, sticker: 1 });
});

test('flaggedItemCount counts items, its categories count an item in each of them once', () => {
  expect(figure(world, 'flaggedItemCount')).toBe(2);
  expect(figure(world, 'flaggedItemCountByCategory')).toEqual({ spam: 2, hate: 1 });
});

test('avgScanTimeMs rounds halves up to one decimal', () => {
  // 60.25 / 5 = 12.05
  expect(figure(world, 'avgScanTimeMs')).toBe(12.1);
  expect(figure([scan('s', { durationMs: 0.125 })], 'avgScanTimeMs')).toBe(0.1);
  expect(figure([scan('s', { durationMs: 0 })], 'avgScanTimeMs')).toBe(0);
});

test('moderationCatchRatePercent is the flagged share of flagged and removed items', () => {
  // s2 and s3 were flagged, s4 only removed; s7 was removed in the range but scanned before it.
  expect(figure(world, 'moderationCatchRatePercent')).toBe(66.7);
  expect(figure([scan('s', { flags: ['spam'] })], 'moderationCatchRatePercent')).toBe(100);
  expect(
    figure([scan('s', { removedAt: '2026-05-01T00:00:00Z' })], 'moderationCatchRatePercent'),
  ).toBe(0);
  // One in 16 is 6.25 %.
  const sixteen = Array.from({ length: 16 }, (_, place) =>
    scan(`s${place}`, place === 0 ? { flags: ['hate'] } : { removedAt: '2026-05-01T00:00:00Z' }),
  );
  expect(figure(sixteen, 'moderationCatchRatePercent')).toBe(6.3);
});

test('a mean or share of nothing is null, a count of it zero, a breakdown empty', () => {
  expect(figure([], 'avgScanTimeMs')).toBeNull();
  expect(figure([scan('s')], 'moderationCatchRatePercent')).toBeNull();
  expect(figure([], 'scannedItemCount')).toBe(0);
  expect(figure([], 'scannedItemCountByType')).toEqual({});
  expect(figure([scan('s')], 'flaggedItemCountByCategory')).toEqual({});
});
