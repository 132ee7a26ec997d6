import type { UserFact } from './catalog.js';

/**
 * The name under which others see a user: the display name without white space around it, else the
 * user name as it is, else an empty text. The full name is never shown in its place.
 *
 * @example
 * ```ts
 * shownName({ displayName: ' Ms Olga ', username: 'olga' }); // 'Ms Olga'
 * shownName({ displayName: null, username: 'olga' }); // 'olga'
 * ```
 */
export const shownName = (user: Pick<UserFact, 'displayName' | 'username'>): string =>
  user.displayName?.trim() || (user.username ?? '');
