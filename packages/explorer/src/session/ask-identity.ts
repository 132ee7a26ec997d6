import type { Client, Outcome } from '@tallyboard/client';
import type { Identity } from './state.js';

/** Asks whose key it is. */
export const askIdentity = async (client: Client): Promise<Outcome<Identity>> => {
  const outcome = await client.me({ include: ['organizations'] });
  if (!outcome.ok) return outcome;
  const { attributes, organizations } = outcome.value;
  return {
    ok: true,
    value: {
      name: attributes.displayName || attributes.name || attributes.username,
      organizations: organizations.map(({ id, attributes: { name, organizationType } }) => ({
        id,
        name,
        type: organizationType,
      })),
    },
  };
};
