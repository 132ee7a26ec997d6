import type { Facts } from '@tallyboard/core';
import { createHandler, type Handler, memoryPorts } from '@tallyboard/http';

/**
 * The API over facts, for the person who has the facts: every key is good, every organization may be
 * read by it, as by its owner, and there is no allowance.
 */
export const factsService = (facts: Facts): Handler => {
  const ports = memoryPorts(facts, { allowance: 0 });
  const owners = new Map(facts.organization.map(({ id, ownerId }) => [id, ownerId]));
  return createHandler({
    ...ports,
    keys: { find: () => ({ userId: 'files' }) },
    organizations: {
      find: async (id) => {
        const found = await ports.organizations.find(id, owners.get(id) ?? '');
        return found === null ? null : { ...found, role: 'owner', ownerEnrolled: true };
      },
    },
    records: {
      ...ports.records,
      findBoard: async (id, userId) => {
        const found = await ports.records.findBoard(id, userId);
        return found === null ? null : { ...found, role: 'owner' };
      },
    },
  });
};
