import { type MetricName, metricCatalog, metricNames } from '@tallyboard/core';
import { expect, it } from 'vitest';
import type { MetricTypes } from './metric-types.js';

/** The keys of the type, as values; the compiler sees to it that they are the same. */
const keys: { readonly [Name in MetricName]: MetricTypes[Name]['key'] } = {
  memberCount: 'value',
  newMemberCount: 'count',
  boardCount: 'value',
  postCount: 'value',
  commentCount: 'value',
  reactionCount: 'count',
  visitorCount: 'visitors',
  peerInteractionCount: 'value',
  wallEngagementMinutes: null,
  attachmentCountByCategory: null,
  scannedItemCount: null,
  scannedItemCountByType: null,
  avgScanTimeMs: null,
  flaggedItemCount: null,
  flaggedItemCountByCategory: null,
  moderationCatchRatePercent: null,
  topBoards: null,
  topUsers: null,
  topMedia: null,
  subscription: null,
};

it('the types have the monthly keys of the catalog', () => {
  const catalog = metricNames.map((name) => [name, metricCatalog[name].monthlyKey]);
  expect(keys).toEqual(Object.fromEntries(catalog));
});
