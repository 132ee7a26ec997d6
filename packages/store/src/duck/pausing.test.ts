import { expect, test, vi } from 'vitest';
import { openDatabase } from './database.js';
import { pausing } from './pausing.js';

test('a loop that goes on pauses, a short one does not', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const pause = pausing();
  now.mockReturnValue(7);
  expect(pause()).toBeUndefined();
  now.mockReturnValue(20);
  expect(pause()).toBeInstanceOf(Promise);
  now.mockRestore();
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
