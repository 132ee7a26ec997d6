import type { MetricName } from '@tallyboard/core/vocabulary';
import { each } from '../judge/check.js';
import { expectedFigures, figuresOfFacts } from '../judge/expected.js';
import { metricsValid } from '../judge/metrics/answer.js';
import type { Rule } from '../model/rule.js';
import { must, seeded } from './rule.js';

/** The id of each metric's rule: given once, whatever the order of the catalog. */
const ids: Readonly<Record<MetricName, `2.4-S${number}`>> = {
  memberCount: '2.4-S1',
  newMemberCount: '2.4-S2',
  boardCount: '2.4-S3',
  postCount: '2.4-S4',
  commentCount: '2.4-S5',
  reactionCount: '2.4-S6',
  visitorCount: '2.4-S7',
  peerInteractionCount: '2.4-S8',
  wallEngagementMinutes: '2.4-S9',
  attachmentCountByCategory: '2.4-S10',
  scannedItemCount: '2.4-S11',
  scannedItemCountByType: '2.4-S12',
  avgScanTimeMs: '2.4-S13',
  flaggedItemCount: '2.4-S14',
  flaggedItemCountByCategory: '2.4-S15',
  moderationCatchRatePercent: '2.4-S16',
  topBoards: '2.4-S17',
  topUsers: '2.4-S18',
  topMedia: '2.4-S19',
  subscription: '2.4-S20',
};

/** Organizations without a current billing term: the second one and the classroom of `world`. */
const unbilled = ['AU19', 'AU21'];

/** One rule a metric: every figure that was returned is what the facts give (2.4, 2.6). */
export const figures: readonly Rule[] = [
  ...Object.entries(ids).map(([name, id]) =>
    must(
      id,
      `${name} is what its definition gives, for every slice, range and form.`,
      'the figures that the facts give',
      metricsValid,
      figuresOfFacts((asked) => asked.name === name),
      seeded,
    ),
  ),
  must(
    '2.4-S21',
    'subscription is what its definition gives between billing terms, and without any.',
    'the dates, status and seats that the facts give',
    unbilled,
    each(expectedFigures((asked) => asked.name === 'subscription')),
    seeded,
  ),
];
