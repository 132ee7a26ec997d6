import { createHash } from 'node:crypto';
import {
  dayOfInstant,
  type Facts,
  type Instant,
  noFacts,
  parseInstant,
} from '@tallyboard/core/vocabulary';

/*
 * The facts that a service needs around figures: organizations, and a key that opens them.
 */

const instantOf = (text: string): Instant => parseInstant(text) ?? (0 as Instant);
const createdAt = instantOf('2021-12-01T00:00:00Z');

/** The time that figures go by. */
export const now = instantOf('2026-11-20T12:00:00Z');
/** The key of the owner. */
export const key = 'key-of-the-owner';
/** The organizations: one with few events, one with many. */
export const ids = { small: 'wksp_small00000000', large: 'wksp_large00000000' } as const;

const ownerId = 'owner';

/** Facts without events. */
export const serviceFacts = (): Facts => ({
  ...noFacts(),
  user: [
    {
      id: ownerId,
      name: 'Olga',
      username: 'olga',
      email: null,
      displayName: null,
      avatar: null,
      bio: null,
      signupDate: dayOfInstant(createdAt),
      enrolled: true,
    },
  ],
  apiKey: [
    {
      userId: ownerId,
      keySha256: createHash('sha256').update(key).digest('hex'),
      revokedAt: null,
    },
  ],
  organization: Object.values(ids).map((id) => ({
    id,
    type: 'school' as const,
    name: id,
    ownerId,
    createdAt,
  })),
  member: Object.values(ids).map((organizationId) => ({
    organizationId,
    userId: ownerId,
    role: 'owner' as const,
    joinedAt: createdAt,
    leftAt: null,
  })),
});

/** All 25 metrics over two years. */
export const dashboard = JSON.stringify({
  from: '2024-12',
  to: '2026-11',
  metrics: [
    { name: 'memberCount' },
    { name: 'memberCount', userType: ['teacher'], status: 'active' },
    { name: 'memberCount', userType: ['student'], status: 'active' },
    { name: 'memberCount', userType: ['teacher'] },
    { name: 'memberCount', userType: ['student'] },
    { name: 'memberCount', userType: ['student'], status: 'joined' },
    { name: 'newMemberCount' },
    { name: 'boardCount' },
    { name: 'postCount' },
    { name: 'commentCount' },
    { name: 'reactionCount' },
    { name: 'visitorCount' },
    { name: 'wallEngagementMinutes', userType: ['student', 'anonymous'] },
    { name: 'attachmentCountByCategory', userType: ['student'] },
    { name: 'scannedItemCount' },
    { name: 'scannedItemCountByType' },
    { name: 'avgScanTimeMs' },
    { name: 'flaggedItemCount' },
    { name: 'flaggedItemCountByCategory' },
    { name: 'moderationCatchRatePercent' },
    { name: 'topBoards', sortBy: 'posts' },
    { name: 'topBoards', sortBy: 'visitors' },
    { name: 'topUsers', userType: ['student'], sortBy: 'posts' },
    { name: 'topMedia', mediaType: 'video' },
    { name: 'subscription' },
  ],
});
