import type { Facts } from '@tallyboard/core/vocabulary';
import type { KeyHolder, KeysPort } from '@tallyboard/ports';

/** The keys of facts that were not revoked. */
export const memoryKeys = (facts: Facts): KeysPort => {
  const holders = new Map<string, KeyHolder>();
  for (const { keySha256, userId, revokedAt } of facts.apiKey) {
    if (revokedAt === null) holders.set(keySha256, { userId });
  }
  return { find: (keySha256) => holders.get(keySha256) ?? null };
};
