import { randomUUID } from 'node:crypto';
import type { RedisClient } from './connect.js';

/** The right to do something that only one may do at a time. It ends by itself unless it is renewed. */
export interface Lease {
  /** Prolongs it; `false` when it was lost. */
  readonly renew: () => Promise<boolean>;
  /** Gives it back, if it is still held. */
  readonly release: () => Promise<void>;
}

const renewScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`;

/** Takes a lease for so many milliseconds; `null` when another replica has it. */
export const takeLease = async (
  client: RedisClient,
  key: string,
  ms: number,
): Promise<Lease | null> => {
  const token = randomUUID();
  if ((await client.set(key, token, 'PX', ms, 'NX')) === null) return null;
  return {
    renew: async () => (await client.eval(renewScript, 1, key, token, ms)) === 1,
    release: async () => {
      await client.eval(releaseScript, 1, key, token);
    },
  };
};
