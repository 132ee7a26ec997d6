import { missingForLong } from '@tallyboard/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickhouseForTests, importLines } from '../../../clickhouse/src/clickhouse.test-kit.js';
import { sound } from '../../../store/src/import/import-facts.test-kit.js';
import { commandAt } from '../program.test-kit.js';

const missing = missingForLong('clickhouse-server');
if (missing !== null) console.warn(`skipped: the verb that sweeps ClickHouse; ${missing}`);

const run = (hoursLater: number, ...args: readonly string[]) =>
  commandAt(() => Date.now() + hoursLater * 3_600_000)('sweep', ...args);

const nowhere = ['--clickhouse', 'http://127.0.0.1:1/nowhere'] as const;

it('wants a ClickHouse, and a grace of an hour at least', async () => {
  expect(await run(0)).toMatchObject({ code: 2, stdout: '' });
  const { code, stderr } = await run(0, ...nowhere, '--older-than-hours', '0');
  expect([code, stderr]).toEqual([2, expect.stringContaining('from 1 to 10,000')]);
});

it('says which shard was not swept, and why', async () => {
  const { code, stdout, stderr } = await run(0, ...nowhere);
  expect([code, stdout]).toEqual([1, 'shard 1: 0 rows removed\n']);
  expect(stderr).toContain('shard 1: The ClickHouse at http://127.0.0.1:1/nowhere is away.');
});

describe.skipIf(missing !== null)('tallyboard sweep', () => {
  let clickhouse: Awaited<ReturnType<typeof clickhouseForTests>>;
  beforeAll(async () => {
    clickhouse = await clickhouseForTests(2);
    for (const database of ['swept', 'away']) {
      const shards = clickhouse.open(database);
      await importLines(shards, clickhouse.place, sound);
      const later = sound.map((line) => (line.kind === 'visit' ? { ...line, seconds: 8 } : line));
      await importLines(shards, clickhouse.place, later);
    }
  });
  afterAll(() => clickhouse.dispose());

  const sweep = (database: string, hoursLater: number, ...more: readonly string[]) =>
    run(hoursLater, '--clickhouse', clickhouse.addresses(database), ...more);
  const report = async (...args: Parameters<typeof sweep>) =>
    JSON.parse((await sweep(...args, '--json')).stdout) as readonly {
      readonly rows: Readonly<Record<string, number>>;
    }[];
  const rowsOf = (found: Awaited<ReturnType<typeof report>>) =>
    found.reduce((sum, { rows }) => Object.values(rows).reduce((a, b) => a + b, sum), 0);

  it('leaves a day, tells beforehand, and removes once', async () => {
    expect(rowsOf(await report('swept', 23, '--dry-run'))).toBe(0);
    expect(rowsOf(await report('swept', 25, '--older-than-hours', '26'))).toBe(0);
    const promised = await report('swept', 25, '--dry-run');
    expect(rowsOf(promised)).toBe(sound.filter(({ kind }) => kind === 'visit').length);
    const { code, stdout } = await sweep('swept', 25, '--dry-run');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/rows would be removed: .*visit \d/)]);
    expect(await report('swept', 25)).toEqual(promised);
    expect((await sweep('swept', 25)).stdout).toBe(
      'shard 1: 0 rows removed\nshard 2: 0 rows removed\n',
    );
  });

  it('refuses a database without facts', async () => {
    const { code, stderr } = await sweep('empty', 25);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the database empty has no facts')]);
  });

  it('sweeps the shards that there are, and the rest another time', async () => {
    const promised = await report('away', 25, '--dry-run');
    const lost = clickhouse.servers.nodes[1]!;
    await lost.crash();
    const { code, stdout, stderr } = await sweep('away', 25, '--json');
    await lost.start();
    expect(code).toBe(1);
    const [first, second] = JSON.parse(stdout) as readonly unknown[];
    expect(first).toEqual(promised[0]);
    expect(second).toMatchObject({ shard: 2, rows: {} });
    expect(JSON.stringify(second)).toContain(lost.url);
    expect(stderr).toContain('the rest of 1 of 2 shards');
    const again = await report('away', 25);
    expect(again[0]!.rows).toEqual({});
    expect(again[1]).toEqual(promised[1]);
  });
});
