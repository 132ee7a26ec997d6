import { limits } from '@tallyboard/core/vocabulary';
import type { AllowancePort, Allowances } from '@tallyboard/http';
import {
  connectRedis,
  redisAllowance,
  type SharedBuilds,
  sharedBuilds,
  whenReady,
} from '@tallyboard/redis';

/** What replicas have in common. */
export interface RedisParts {
  readonly allowance: AllowancePort;
  readonly builds: SharedBuilds;
  readonly close: () => void;
}

/** How replicas share. */
export interface RedisPartsOptions {
  /** One address, or nodes of a Cluster with commas between them. */
  readonly urls: string;
  readonly allowance: number | Allowances | undefined;
  readonly onError: (error: unknown) => void;
}

const prefix = 'tallyboard:';
/** Larger indexes are built by every replica: they would keep Redis from counting. */
const sharedBytesMax = 64 * 2 ** 20;
/** How long a start waits for Redis; the service starts without it as well. */
const waitMs = 3_000;

/** Connects to what replicas share. */
export const openRedisParts = async ({
  urls,
  allowance = limits.requestsPerHour,
  onError,
}: RedisPartsOptions): Promise<RedisParts> => {
  const client = connectRedis(urls, onError);
  await whenReady(client, waitMs);
  const allowances =
    typeof allowance === 'number' ? { metrics: allowance, roster: allowance } : allowance;
  return {
    allowance: redisAllowance({ client, allowances, prefix }),
    builds: sharedBuilds({ client, prefix, bytesMax: sharedBytesMax, onError }),
    close: () => client.disconnect(),
  };
};
