import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from './database.js';

test('statements that wait for one another leave the threads of Node to others', async () => {
  const database = await openDatabase({ spill: null, threads: 1 });
  const ended: string[] = [];
  const statements = Array.from({ length: 8 }, async () => {
    await database.rows('SELECT sum(sqrt(range)) AS sum FROM range(20000000)');
    ended.push('statement');
  });
  const file = readFile(fileURLToPath(import.meta.url)).then(() => ended.push('file'));
  await Promise.all([...statements, file]);
  // With every thread at a statement it would be among the last.
  expect(ended.indexOf('file')).toBeLessThanOrEqual(2);
  await database.close();
});

test('rows with long texts leave turns of the event loop to others', async () => {
  const database = await openDatabase({ spill: null, threads: 1 });
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  const rows = database.rows("SELECT repeat('\u00e9', 10000) AS text FROM range(2000)");
  setImmediate(count);
  const before = await rows.then((found) => found.length);
  isDone = true;
  expect(before).toBe(2_000);
  // 40 MB of one chunk: in one turn there would be a handful of others before and after.
  expect(turns).toBeGreaterThan(10);
  await database.close();
});
