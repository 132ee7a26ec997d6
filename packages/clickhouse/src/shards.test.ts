import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ClickhouseRefused, openShards } from './shards.js';
import { sql } from './sql.js';

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
  const server = createServer((_, response) => response.writeHead(500).end(answer)).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shards = openShards(`http://ann:secret@127.0.0.1:${port}/db`);
  const error: unknown = await shards.all[0]?.rows(sql`SELECT 1`).catch((one: unknown) => one);
  await shards.close();
  server.close();
  expect(error).toEqual(
    new ClickhouseRefused(
      `the ClickHouse at http://127.0.0.1:${port}/db refused user "ann": ${why}`,
    ),
  );
});
