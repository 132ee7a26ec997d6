import type { MetricName } from '@tallyboard/core/vocabulary';

/** What each metric counts, for readers who meet it for the first time (2.4, 2.6). */
export const metricWords: Readonly<Record<MetricName, string>> = {
  memberCount:
    'Members by standing. `all` and `joined` count current members who joined by the end of the range, `active` those who made something within it, `inactive` everybody else on the roster today, `invited` the invitations outstanding now, whatever the range.',
  newMemberCount: 'Current members who joined within the range.',
  boardCount: 'Boards created within the range.',
  postCount: 'Posts written within the range.',
  commentCount: 'Comments written within the range.',
  reactionCount: 'Reactions given within the range.',
  visitorCount:
    'Distinct people who opened a board within the range, signed in or not. Who comes in two months counts once for the range and once in each month, so months do not add up.',
  peerInteractionCount:
    'Comments and reactions that members of the listed roles left on posts of somebody else.',
  wallEngagementMinutes:
    'Minutes that visits lasted. Without `userType` every visit counts, those of people who were not signed in included; a list of roles counts these roles only, and `anonymous` adds the others.',
  attachmentCountByCategory:
    'What members of the listed roles attached to posts, by category, most first. Categories that did not occur are left out.',
  scannedItemCount: 'Items that the content-safety scan looked at.',
  scannedItemCountByType: 'Items that the scan looked at, by type of item.',
  avgScanTimeMs:
    'How long a scan took on average, in milliseconds; `null` when nothing was scanned.',
  flaggedItemCount: 'Scanned items that the scan flagged for at least one reason.',
  flaggedItemCountByCategory:
    'Flagged items by category of the flag. An item with two flags counts in both.',
  moderationCatchRatePercent:
    'Of the items that turned out to break the rules, the percentage that the scan had caught; `null` when there were none.',
  topBoards: 'The boards with the most posts, or the most distinct visitors, within the range.',
  topUsers: 'The members who wrote the most posts, or made the most boards, within the range.',
  topMedia: 'The videos or sound recordings that were played most often within the range.',
  subscription:
    'The billing state: dates and status of the current term whatever the range, and the seats in force on the last day of the range, or today if that lies ahead.',
};
