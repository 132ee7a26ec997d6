import type { UserFact } from './catalog.js';

/**
 * The name under which others see a user: the display name without white space around it, else the
 * user name as it is, else an empty text. The full name is never shown in its place.
 */
export const shownName = (user: Pick<UserFact, 'displayName' | 'username'>): string =>
  user.displayName?.trim() || (user.username ?? '');
