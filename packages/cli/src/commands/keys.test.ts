import { createHash } from 'node:crypto';
import { openShards } from '@tallyboard/clickhouse';
import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { linesOf } from '../../../store/src/import/import-facts.test-kit.js';
import { commandAt } from '../program.test-kit.js';
import { openService, type Service } from '../serve/open-service.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: keys in a ClickHouse; ${missing}`);

const run = commandAt(() => now);

const sha256Of = (key: string): string => createHash('sha256').update(key).digest('hex');

it('wants one place for data, and names both that there are', async () => {
  const both = ['--store', 'a', '--clickhouse', 'http://127.0.0.1:1'];
  for (const verb of ['keys list', 'keys revoke x', 'import facts']) {
    for (const places of [[], both]) {
      const { code, stderr } = await run(...verb.split(' '), ...places);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/--store DIR.+--clickhouse URL/)]);
    }
  }
});

it('says which ClickHouse is away, without its password', async () => {
  const address = new URL('http://127.0.0.1:1/nowhere');
  [address.username, address.password] = ['me', 'secret'];
  const byFlag = await run('keys', 'list', '--clickhouse', address.href);
  expect([byFlag.code, byFlag.stderr]).toEqual([
    2,
    expect.stringContaining('TALLYBOARD_CLICKHOUSE'),
  ]);
  vi.stubEnv('TALLYBOARD_CLICKHOUSE', address.href);
  const refused = await run('keys', 'list');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('The ClickHouse at http://127.0.0.1:1/nowhere is away.');
  expect(byFlag.stderr + refused.stderr).not.toContain('secret');
  vi.unstubAllEnvs();
});

describe.skipIf(missing !== null)('keys in two shards', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  let service: Service;
  const database = 'keys';
  const lines = linesOf(sampleFacts);
  const load = async (some = lines, more: { readonly replace?: string } = {}) => {
    const shards = clickhouse.open(database);
    expect((await importLines(shards, clickhouse.place, some, more)).problems).toEqual([]);
  };
  const keys = (verb: string, ...args: readonly string[]) =>
    run('keys', verb, '--clickhouse', clickhouse.addresses(database), ...args);
  const revokedByItself = (key: string) =>
    run.reading(key)('keys', 'revoke', '--clickhouse', clickhouse.addresses(database), '-');
  const made = async (user: string) => {
    const { code, stdout, stderr } = await keys('create', '--user', user);
    expect([code, stderr]).toEqual([0, expect.stringContaining('shown only now')]);
    return stdout.trim();
  };
  const statusFor = async (key: string) =>
    (await fetch(`${service.address}/v1/me`, { headers: { 'X-API-KEY': key } })).status;
  /** The second that is promised, and some time for a busy machine. */
  const soon = (key: string) => expect.poll(() => statusFor(key), { timeout: 2_000 });
  const listed = async () =>
    JSON.parse((await keys('list', '--json')).stdout) as readonly {
      readonly id: string;
      readonly createdAt: string;
      readonly revokedAt: string | null;
    }[];
  const revokedAt = async (key: string) =>
    (await listed()).find(({ id }) => sha256Of(key).startsWith(id))?.revokedAt;

  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
    await load();
    const [facts, onError] = [openShards(clickhouse.addresses(database)), () => undefined];
    service = await openService({ facts, now, port: 0, allowance: 0, onError });
  });
  afterAll(async () => {
    await service.close(0);
    await clickhouse.dispose();
  });

  it('answer once they are made, are listed, and are kept as hashes', async () => {
    const key = await made('tess');
    expect(await statusFor(key)).toBe(200);
    const id = sha256Of(key).slice(0, 12);
    const list = await listed();
    expect(list).toHaveLength(sampleFacts.apiKey.length + 1);
    const createdAt = new Date(now).toISOString();
    expect(list).toContainEqual({ id, userId: 'tess', createdAt, revokedAt: null });
    expect((await keys('list')).stdout).toContain(`${id}  tess  since ${createdAt}  valid\n`);
    for (const shard of clickhouse.open(database).all) {
      const rows = await shard.rows({ sql: `SELECT * FROM ${database}.apiKey` });
      expect(JSON.stringify(rows)).not.toContain(key);
    }
  });

  it('are refused within a second once revoked', async () => {
    for (const key of [await made('tess'), await made('olga')]) {
      const id = sha256Of(key).slice(0, 12);
      expect(await statusFor(key)).toBe(200);
      const { code, stdout } = await keys('revoke', id);
      expect([code, stdout]).toEqual([0, expect.stringContaining('  revoked ')]);
      await soon(key).toBe(401);
      const at = await revokedAt(key);
      expect((await keys('revoke', id)).code).toBe(0);
      expect(await revokedAt(key)).toBe(at);
    }
    expect(await statusFor(keyOf('olga'))).toBe(200);
  });

  it('stay revoked whatever is imported later', async () => {
    const key = keyOf('stan');
    await keys('revoke', sha256Of(key));
    const fact = { kind: 'apiKey', keySha256: sha256Of(key) } as const;
    await soon(key).toBe(401);
    await load();
    await load([{ ...fact, userId: 'stan', revokedAt: null }]);
    await load([{ ...fact, userId: 'olga' }]);
    await load(lines, { replace: ids.school });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await statusFor(key)).toBe(401);
    expect(await revokedAt(key)).not.toBeNull();
  });

  it('are made only for users that there are now', async () => {
    const unknown = await keys('create', '--user', 'unheard-of');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('the ClickHouse has no user unheard-of');
    const gone = { kind: 'user', id: 'leaver', signupDate: '2026-01-01' } as const;
    const member = { kind: 'member', organizationId: ids.school, userId: 'leaver' } as const;
    const joinedAt = '2026-01-02T03:04:05Z';
    await load([...lines, gone, { ...member, role: 'student', joinedAt }]);
    await made('leaver');
    await load(lines, { replace: ids.school });
    expect((await keys('create', '--user', 'leaver')).code).toBe(1);
  });

  it('are not taken for others', async () => {
    const count = (await listed()).length;
    const some = sha256Of(keyOf('olga'));
    for (const name of [some.slice(0, 11), 'f'.repeat(64), "'; --"]) {
      const refused = await revokedByItself(name);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no key ')]);
    }
    expect(await revokedAt(keyOf('olga'))).toBeNull();
    expect(await listed()).toHaveLength(count);
  });

  it('can be revoked by themselves while another shard is away, and not in part', async () => {
    const shards = clickhouse.open(database);
    const away = clickhouse.servers.nodes[1]!;
    const here = ['adam', 'tess', 'left', 'nora', 'nobody']
      .map(keyOf)
      .find((key) => shards.numberOf(`key_${sha256Of(key)}`) === 0);
    await away.crash();
    try {
      expect((await revokedByItself(here!)).code).toBe(0);
      for (const [verb, ...args] of [['list'], ['revoke', 'f'.repeat(12)]]) {
        const refused = await keys(verb!, ...args);
        expect([refused.code, refused.stdout]).toEqual([1, '']);
        expect(refused.stderr).toContain(away.url);
      }
    } finally {
      await away.start();
    }
  });
});
