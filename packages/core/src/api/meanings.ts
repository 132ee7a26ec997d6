import type { MemberStatus, MetricName } from './metrics.js';
import type { rosterColumns } from './roster.js';

/** What a figure means to a person who reads it. */
export interface Meaning {
  /** Its name for people. */
  readonly label: string;
  /** What it is, in one sentence. */
  readonly sentence: string;
  /** What counts and what does not. */
  readonly counts: string;
  /** What it is a number of; empty where it is no number. */
  readonly unit: string;
}

/** What a metric means, and how to ask for it. */
export interface MetricMeaning extends Meaning {
  /** An entry that asks for it: the name and the properties that it needs. */
  readonly example: Readonly<Record<string, string | readonly string[]>>;
  /** Metrics that answer the next question. */
  readonly related: readonly MetricName[];
}

interface MeaningRow extends Meaning, Pick<MetricMeaning, 'related'> {
  /** The properties that an entry needs. */
  readonly properties?: Readonly<Record<string, string>>;
}

const meaningTable: Readonly<Record<MetricName, MeaningRow>> = {
  memberCount: {
    label: 'Members',
    sentence: "How many of today's members had joined by the end of the range.",
    counts:
      'With a status, what the status says. A person who has left is not counted, even for months before they left.',
    unit: 'members',
    related: ['newMemberCount', 'subscription'],
  },
  newMemberCount: {
    label: 'New members',
    sentence: "How many of today's members joined in the range.",
    counts: 'People who joined in the range and have left since are not counted.',
    unit: 'members',
    related: ['memberCount', 'subscription'],
  },
  boardCount: {
    label: 'Boards',
    sentence: 'How many boards were created in the range.',
    counts:
      'Boards of the organization by any creator, former members included. Deleted boards and boards that existed before are not counted.',
    unit: 'boards',
    related: ['topBoards', 'postCount'],
  },
  postCount: {
    label: 'Posts',
    sentence: 'How many posts were written in the range.',
    counts:
      "Posts on the organization's boards by any author, former members and people who were not signed in included. Deleted posts are not counted.",
    unit: 'posts',
    related: ['commentCount', 'topUsers', 'topBoards'],
  },
  commentCount: {
    label: 'Comments',
    sentence: 'How many comments were written in the range.',
    counts:
      "Comments on the organization's boards by any author. Deleted comments are not counted.",
    unit: 'comments',
    related: ['reactionCount', 'peerInteractionCount'],
  },
  reactionCount: {
    label: 'Reactions',
    sentence: 'How many reactions, such as likes and votes, were given in the range.',
    counts: "Every reaction on the organization's boards, also a second one by the same person.",
    unit: 'reactions',
    related: ['commentCount', 'peerInteractionCount'],
  },
  visitorCount: {
    label: 'Visitors',
    sentence: 'How many different people opened a board in the range.',
    counts:
      'A person who comes ten times counts once, and once in each month in which they came: months do not add up to the range. People who were not signed in count too.',
    unit: 'people',
    related: ['wallEngagementMinutes', 'topBoards'],
  },
  peerInteractionCount: {
    label: 'Peer interactions',
    sentence: 'How often members commented on or reacted to a post of another person.',
    counts:
      'Comments and reactions by members of the roles asked for. Those on their own posts, or on posts by an unknown author, are not counted.',
    unit: 'comments and reactions',
    properties: { userType: 'student' },
    related: ['commentCount', 'reactionCount'],
  },
  wallEngagementMinutes: {
    label: 'Minutes on boards',
    sentence: 'How long people spent on boards, all visits together.',
    counts:
      'Visits that began in the range, also by people who were not signed in. If you list roles, visits without sign-in count only if the list has anonymous.',
    unit: 'minutes',
    related: ['visitorCount', 'topBoards'],
  },
  attachmentCountByCategory: {
    label: 'Attachments',
    sentence: 'How many files and links members added to posts, by category.',
    counts: 'Attachments added in the range by members of the roles asked for.',
    unit: 'attachments',
    properties: { userType: 'teacher' },
    related: ['topMedia', 'postCount'],
  },
  scannedItemCount: {
    label: 'Items scanned',
    sentence: 'How many items the content-safety scan looked at.',
    counts: 'Items scanned in the range. Teams have no content safety.',
    unit: 'items',
    related: ['scannedItemCountByType', 'flaggedItemCount'],
  },
  scannedItemCountByType: {
    label: 'Items scanned, by type',
    sentence: 'What kinds of items were scanned, such as text and images.',
    counts: 'Items scanned in the range; a type that did not occur is left out.',
    unit: 'items',
    related: ['scannedItemCount', 'flaggedItemCountByCategory'],
  },
  avgScanTimeMs: {
    label: 'Mean scan time',
    sentence: 'How long a scan took on average.',
    counts: 'Scans in the range. If nothing was scanned, the value is null, not 0.',
    unit: 'milliseconds',
    related: ['scannedItemCount'],
  },
  flaggedItemCount: {
    label: 'Items flagged',
    sentence: 'How many scanned items were found to be possibly unsafe.',
    counts: 'Items with at least one flag, by the time of their scan.',
    unit: 'items',
    related: ['flaggedItemCountByCategory', 'moderationCatchRatePercent'],
  },
  flaggedItemCountByCategory: {
    label: 'Items flagged, by category',
    sentence: 'Why items were flagged, such as harassment or self-harm.',
    counts:
      'An item with two flags counts in both categories, so the categories can add up to more than the items flagged.',
    unit: 'items',
    related: ['flaggedItemCount', 'moderationCatchRatePercent'],
  },
  moderationCatchRatePercent: {
    label: 'Caught by the scan',
    sentence: 'What share of the unsafe items the scan itself flagged.',
    counts:
      'An item is unsafe if the scan flagged it or a person removed it later. If there are none, the value is null.',
    unit: 'percent',
    related: ['flaggedItemCount', 'scannedItemCount'],
  },
  topBoards: {
    label: 'Top boards',
    sentence: 'The ten boards with the most posts, or the most visitors.',
    counts:
      'Posts on a board, or different people who opened it, in the range. Those with zero are left out.',
    unit: '',
    properties: { sortBy: 'posts' },
    related: ['boardCount', 'visitorCount'],
  },
  topUsers: {
    label: 'Top people',
    sentence: 'The ten members who wrote the most posts, or created the most boards.',
    counts:
      'Current members of the roles asked for, by what they made in the range. Those with zero are left out.',
    unit: '',
    properties: { sortBy: 'posts' },
    related: ['postCount', 'boardCount'],
  },
  topMedia: {
    label: 'Top media',
    sentence: 'The ten videos, or audio recordings, that were played most.',
    counts: 'Plays in the range. Those with zero are left out.',
    unit: '',
    properties: { mediaType: 'video' },
    related: ['attachmentCountByCategory'],
  },
  subscription: {
    label: 'Subscription',
    sentence: 'The billing term, its status, and the seats that are paid for.',
    counts:
      'Dates and status are of the term that contains today, else of the latest that has begun, else of the next. Seats are those on the last day of the range, or today; null if the range spans several terms, or if the seats of that day are not known. Without any term, the status is none, and all else is null.',
    unit: '',
    related: ['memberCount'],
  },
};

/** What each metric of table 2.4 means (2.5, 2.6). */
export const metricMeanings = Object.fromEntries(
  Object.entries(meaningTable).map(([name, { properties, ...meaning }]) => [
    name,
    { ...meaning, example: { name, ...properties } },
  ]),
) as unknown as Readonly<Record<MetricName, MetricMeaning>>;

/** What each `status` of `memberCount` means (2.6). */
export const statusMeanings: Readonly<Record<MemberStatus, Meaning>> = {
  active: {
    label: 'Active members',
    sentence: 'Members who created or contributed something in the range.',
    counts: 'A board, post, comment or reaction counts. Opening a board and reading does not.',
    unit: 'members',
  },
  inactive: {
    label: 'Members without contributions',
    sentence: 'Members who created and contributed nothing in the range.',
    counts:
      'All current members minus the active ones, also those who joined after the range: then active and inactive are more than all. Such a member may have opened boards and read them.',
    unit: 'members',
  },
  invited: {
    label: 'Invitations',
    sentence: 'Invitations that are open today.',
    counts: 'The range does not matter. Accepted and withdrawn invitations are not counted.',
    unit: 'invitations',
  },
  joined: {
    label: 'Members who joined',
    sentence: 'The same as all, for named roles.',
    counts: 'Without roles, the request is refused.',
    unit: 'members',
  },
  all: {
    label: 'Members',
    sentence: "Today's members who had joined by the end of the range.",
    counts: 'Of the roles asked for, or of every role.',
    unit: 'members',
  },
};

const column = (label: string, sentence: string, counts = '', unit = ''): Meaning => ({
  label,
  sentence,
  counts,
  unit,
});

/** What each column of the roster means (2.8). */
export const rosterMeanings: Readonly<Record<(typeof rosterColumns)[number], Meaning>> = {
  id: column('Id', "The member's id."),
  name: column('Name', 'The display name, or the username where that is blank.'),
  username: column('Username', 'The name the member signs in with.'),
  email: column('E-mail', "The member's e-mail address."),
  userType: column(
    'Role',
    "The member's role.",
    'Owners are reported as admin, unlike in metrics.',
  ),
  active: column(
    'Active',
    'Whether the member created or contributed something in the range.',
    statusMeanings.active.counts,
  ),
  signupDate: column(
    'Signed up',
    'The day on which the member signed up for the service.',
    'Not the day on which they joined the organization.',
  ),
  lastActivityDate: column(
    'Last activity',
    'The last day on which the member made a board, post, comment or reaction, or opened a board.',
    'At any time, not only in the range. Attachments do not count.',
  ),
  boards: column('Boards', 'Boards the member created in the range.', '', 'boards'),
  posts: column('Posts', 'Posts the member wrote in the range.', '', 'posts'),
  comments: column('Comments', 'Comments the member wrote in the range.', '', 'comments'),
  reactions: column('Reactions', 'Reactions the member gave in the range.', '', 'reactions'),
};
