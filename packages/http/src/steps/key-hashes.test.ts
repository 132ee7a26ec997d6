import { expect, test } from 'vitest';
import { createExchange } from '../create-exchange.js';
import { memoryPorts } from '../memory/memory-ports.js';
import type { Bytes } from '../ports.js';
import { keyOf, now, sampleFacts } from '../sample-facts.test-kit.js';
import { webCryptoSha256 } from '../wire/sha256.js';

test('a key in use is hashed once, looked up every time, and refused once it is revoked', async () => {
  const plain = memoryPorts(sampleFacts, { now, allowance: 0 });
  const [hashed, found]: [string[], string[]] = [[], []];
  let isRevoked = false;
  const exchange = createExchange({
    ...plain,
    keys: {
      find: (sha256) => {
        found.push(sha256);
        return isRevoked ? null : plain.keys.find(sha256);
      },
    },
    sha256: (bytes: Bytes) => {
      hashed.push(new TextDecoder().decode(bytes));
      return webCryptoSha256(bytes);
    },
  });
  const statusFor = async (key: string): Promise<number> => {
    const headers: Readonly<Record<string, string>> = { 'x-api-key': key };
    const { status } = await exchange({
      method: 'GET',
      address: 'http://tallyboard.test/v1/me',
      header: (name) => headers[name] ?? null,
      body: () => ({ status: 'brokenOff' }),
    });
    return status;
  };
  const [held, guessed] = [keyOf('olga'), 'a guess'];
  const statuses: number[] = [];
  for (const key of [held, held, guessed, guessed]) statuses.push(await statusFor(key));
  expect(statuses).toEqual([200, 200, 401, 401]);
  expect(hashed).toEqual([held, guessed, guessed]);
  expect(found).toHaveLength(4);
  isRevoked = true;
  expect(await statusFor(held)).toBe(401);
  expect(found[4]).toBe(found[0]);
});
