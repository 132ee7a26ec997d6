import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Load, Loaded } from './load-client.js';
import { dashboard, key } from './service-facts.js';

/** With room for the white space by which variants of a request differ. */
const paddedBody = `{${' '.repeat(24)}${dashboard.slice(1)}`;

/** A metrics request as bytes on a connection that stays open. */
export const requestFor = (organizationId: string): string =>
  [
    `POST /v1/organizations/${organizationId}/analytics HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-API-KEY: ${key}`,
    'Accept: application/vnd.api+json',
    'Content-Type: application/json',
    `Content-Length: ${paddedBody.length}`,
    '',
    paddedBody,
  ].join('\r\n');

/** The client in a process of its own. */
export const startClient = () => {
  const child = fork(new URL('./load-client.js', import.meta.url));
  return {
    load: async (asked: Load): Promise<Loaded> => {
      child.send(asked);
      const [loaded] = (await once(child, 'message')) as [Loaded];
      return loaded;
    },
    close: () => child.kill(),
  };
};

/** The value below which so many percent lie, of values that ascend. */
export const percentile = (ascending: readonly number[], percent: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor((ascending.length * percent) / 100))] ?? 0;

/** The middle value. */
export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    50,
  );
