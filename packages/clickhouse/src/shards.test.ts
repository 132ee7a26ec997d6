import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Unavailable } from '@tallyboard/ports';
import { expect, it } from 'vitest';
import { ClickhouseRefused, openShards } from './shards.js';
import { sql } from './sql.js';

/** What a server says to the first query, and how it ends. */
const errorOf = async (answer: (response: ServerResponse) => void): Promise<unknown> => {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shards = openShards(`http://ann:secret@127.0.0.1:${port}/db`);
  const error: unknown = await shards.all[0]?.rows(sql`SELECT 1`).catch((one: unknown) => one);
  await shards.close();
  server.close();
  return error instanceof Error
    ? Object.assign(error, { message: error.message.replace(String(port), 'PORT') })
    : error;
};

it.each([
  [
    'Code: 193, e.displayText() = DB::Exception: Wrong password for user ann, e.what() = DB::Exception',
    'wrong password',
  ],
  [
    'Code: 516. DB::Exception: ann: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)',
    'authentication failed',
  ],
])('a refused user is named without the password: %s', async (answer, why) => {
  expect(await errorOf((response) => response.writeHead(500).end(answer))).toEqual(
    new ClickhouseRefused(`the ClickHouse at http://127.0.0.1:PORT/db refused user "ann": ${why}`),
  );
});

const half = '{"n":1}\n{"n":';
it.each<[string, (response: ServerResponse) => void]>([
  ['that ends amid a row', (response) => response.end(half)],
  ['that ends with an error', (response) => response.end('{"n":1}\nCode: 241. Memory limit\n')],
  ['of a server that is killed', (response) => response.write(half, () => response.destroy())],
])('a result %s is none', async (_, answer) => {
  expect(await errorOf(answer)).toBeInstanceOf(Unavailable);
});
