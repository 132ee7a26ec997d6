import { createHash } from 'node:crypto';
import type { Instant } from '@tallyboard/core/vocabulary';
import type { Chance } from './chance.js';
import { newKey } from './ids.js';
import type { Emit } from './setting.js';

/** Makes a key of a user's. The facts hold its hash alone: only the caller gets the key. */
export const addKey = (
  emit: Emit,
  chance: Chance,
  userId: string,
  revokedAt: Instant | null = null,
): string => {
  const key = newKey(chance);
  const keySha256 = createHash('sha256').update(key, 'utf8').digest('hex');
  emit('apiKey', { keySha256, userId, revokedAt });
  return key;
};
