import { Unavailable } from '@tallyboard/ports';
import { Cluster, Redis } from 'ioredis';

/** A connection to one Redis, or to a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** How long a command may take, in milliseconds. */
const commandMs = 1_000;

/** Commands never wait in a queue: a late command has no request to answer any more. */
const options = {
  enableOfflineQueue: false,
  // A command that may or may not have run is repeated only by callers that can repeat it safely.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: commandMs,
  connectTimeout: commandMs,
  // The estimate of Redis of its loading time is often wrong.
  maxLoadingRetryTime: 200,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1_000),
};

const clusterOptions = {
  enableOfflineQueue: false,
  redisOptions: options,
  maxRedirections: 4,
  retryDelayOnMoved: 10,
  slotsRefreshInterval: 5_000,
  clusterRetryStrategy: options.retryStrategy,
};

/** The error for the log: which Redis, and what follows. */
const unreachable = (urls: string, error: unknown): Unavailable => {
  const hosts = urls
    .split(',')
    .map((url) => (URL.canParse(url) ? new URL(url).host : 'its address'));
  const why = error instanceof Error && 'code' in error ? error.code : error;
  const message = `Redis at ${hosts.join(', ')} is unreachable (${String(why)}); answers are 503 until it returns`;
  return new Unavailable(message, 1, error);
};

/**
 * Connects to one Redis (`redis://127.0.0.1:6379`, `rediss://` for TLS), or to a Cluster, with
 * commas between the addresses of several nodes. It reconnects until it is closed.
 *
 * @param onError - gets the error of a connection that is lost or refused, once until the cause changes
 */
export const connectRedis = (urls: string, onError: (error: unknown) => void): RedisClient => {
  const [first = '', ...others] = urls.split(',');
  const client =
    others.length === 0
      ? new Redis(first, options)
      : new Cluster([first, ...others], clusterOptions);
  let cause = '';
  client.on('error', (error: unknown) => {
    if (String(error) === cause) return;
    cause = String(error);
    onError(unreachable(urls, error));
  });
  client.on('ready', () => {
    cause = '';
  });
  return client;
};

/** Waits until commands can be sent, but no longer than so many milliseconds. */
export const whenReady = async (client: RedisClient, ms: number): Promise<boolean> => {
  const until = Date.now() + ms;
  while (client.status !== 'ready' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return client.status === 'ready';
};
