import type { MetricName } from '@tallyboard/core/vocabulary';

/** What each metric counts, for readers who meet it for the first time (2.4, 2.6). */
export const metricWords: Readonly<Record<MetricName, string>> = {
  memberCount:
    'Members by status. `all` and `joined` count current members who joined by the end of the range, `active` those who made something in it, `inactive` all other current members, `invited` the invitations open now, whatever the range.',
  newMemberCount: 'Current members who joined within the range.',
  boardCount: 'Boards created within the range.',
  postCount: 'Posts written within the range.',
  commentCount: 'Comments written within the range.',
  reactionCount: 'Reactions given within the range.',
  visitorCount:
    'Distinct people who opened a board within the range, signed in or not. A person who comes in two months counts once in the range and once in each month, so months do not add up.',
  peerInteractionCount:
    'Comments and reactions that members of the listed roles wrote on posts by another person.',
  wallEngagementMinutes:
    'The length of visits in minutes. Without `userType` every visit counts, also those of people who were not signed in. A list of roles counts only these roles; `anonymous` adds people who were not signed in.',
  attachmentCountByCategory:
    'Attachments that members of the listed roles added to posts, by category, the most frequent first. Categories that did not occur are omitted.',
  scannedItemCount: 'Items that the content-safety scan checked.',
  scannedItemCountByType: 'Items that the scan checked, by type of item.',
  avgScanTimeMs: 'The average time of a scan in milliseconds; `null` if nothing was scanned.',
  flaggedItemCount: 'Scanned items that the scan flagged for at least one reason.',
  flaggedItemCountByCategory:
    'Flagged items by category of the flag. An item with two flags counts in both.',
  moderationCatchRatePercent:
    'The percentage of bad items that the scan caught; `null` if there were none.',
  topBoards: 'The boards with the most posts, or the most distinct visitors, within the range.',
  topUsers: 'The members who wrote the most posts, or made the most boards, within the range.',
  topMedia: 'The videos or audios with the most plays within the range.',
  subscription:
    'The billing state: dates and status of the current term whatever the range, and the seats in force on the last day of the range, or today if that day is in the future.',
};
