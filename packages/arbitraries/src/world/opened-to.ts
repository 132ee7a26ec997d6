import type { Facts } from '@tallyboard/core/vocabulary';

/**
 * The same world with one key, that of the first organization's owner, a current member and enrolled:
 * its holder may read the analytics of that organization (section 5).
 *
 * @param keySha256 - the lower-case hexadecimal SHA-256 of the key
 */
export const openedTo = (keySha256: string, facts: Facts): Facts => {
  const [organization] = facts.organization;
  const ownerId = organization?.ownerId ?? '';
  return {
    ...facts,
    user: facts.user.map((user) => (user.id === ownerId ? { ...user, enrolled: true } : user)),
    apiKey: [{ keySha256, userId: ownerId, revokedAt: null }],
    member: facts.member.map((member) =>
      member.userId === ownerId && member.organizationId === organization?.id
        ? { ...member, leftAt: null }
        : member,
    ),
  };
};
