import { createHash } from 'node:crypto';
import type { RedisClient } from './connect.js';

/** A Lua script: one decision, atomic among all replicas. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

/** Makes a script known by its hash. */
export const scriptOf = (text: string): Script => ({
  text,
  sha1: createHash('sha1').update(text).digest('hex'),
});

type Argument = string | number | Buffer;

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');

/** Runs a script by its hash; sends its text to a Redis that has not seen it. */
export const runScript = async (
  client: RedisClient,
  { text, sha1 }: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<unknown> => {
  try {
    return await client.evalsha(sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (!isUnknownScript(error)) throw error;
    return client.eval(text, keys.length, ...keys, ...args);
  }
};
