import { createClient } from '../../packages/client/src/index.js';
import { type Facts } from '../../packages/core/src/index.js';
import { type Instant } from '../../packages/core/src/vocabulary.js';
import { createHandler, memoryPorts } from '../../packages/http/src/index.js';

/** What is asked: data, and somebody who may ask. Nothing in it but JSON. */
export interface Setting {
  readonly facts: Facts;
  readonly organizationId: string;
  readonly apiKey: string;
  readonly now: Instant;
}

/** What the handler and the client answer to one request each. */
interface Answers {
  readonly handler: unknown;
  readonly client: unknown;
}

const body = { metrics: [{ name: 'postCount' }], from: '2026-01', to: '2026-11' };

/** Asks both, with nothing but what every web-standard runtime has. */
export const answers = async (setting: Setting): Promise<Answers> => {
  const { facts, organizationId, apiKey, now } = setting;
  const handler = createHandler(memoryPorts(facts, { now }));
  const response = await handler(
    new Request(`http://localhost/v1/organizations/${organizationId}/analytics`, {
      method: 'POST',
      headers: { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey,
    fetch: (address, init) => handler(new Request(address, init)),
  });
  return { handler: await response.json(), client: await client.me() };
};
