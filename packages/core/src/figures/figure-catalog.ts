import type { MetricName } from '../model/metric.js';
import { attachmentCountByCategory } from './attachments.js';
import { contentCount, peerInteractionCount } from './content-counts.js';
import {
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  scannedItemCount,
  scannedItemCountByType,
} from './content-safety.js';
import type { Kernel } from './kernel.js';
import { memberCount, newMemberCount } from './membership.js';
import { topBoards, topMedia, topUsers } from './ranked.js';
import { subscription } from './subscription.js';
import { visitorCount, wallEngagementMinutes } from './visits.js';

/** The kernel of every metric: the only place where a name leads to a computation. */
export const figureCatalog: Readonly<Record<MetricName, Kernel>> = {
  memberCount,
  newMemberCount,
  boardCount: contentCount('boards'),
  postCount: contentCount('posts'),
  commentCount: contentCount('comments'),
  reactionCount: contentCount('reactions'),
  visitorCount,
  peerInteractionCount,
  wallEngagementMinutes,
  attachmentCountByCategory,
  scannedItemCount,
  scannedItemCountByType,
  avgScanTimeMs,
  flaggedItemCount,
  flaggedItemCountByCategory,
  moderationCatchRatePercent,
  topBoards,
  topUsers,
  topMedia,
  subscription,
};
