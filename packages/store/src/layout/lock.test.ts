import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { ndjson, sound, tellingImport, testDirectory } from '../import/import-facts.test-kit.js';
import { withLock } from './lock.js';

const test = testDirectory();
afterAll(test.remove);
const nothing = (): Promise<void> => Promise.resolve();

it.each(['writer.lock.7', 'manifest.lock.5f0c', 'writer.lock.7.wal'])(
  'a lock that was half made when its process was killed, %s, is in no one’s way',
  async (name) => {
    const directory = test.folder({ [name]: '' });
    const file = test.file('facts.ndjson', ndjson(sound));
    expect((await tellingImport(directory, [file])).imported).toBe(true);
  },
);

it('nothing is left beside a lock', async () => {
  const directory = test.folder({});
  await withLock(directory, 'writer', nothing);
  expect(readdirSync(directory)).toEqual(['writer.lock']);
});

it('root does not write to the store of another user, who could not read it then', async () => {
  const directory = test.folder({ 'manifest.json': '' });
  if (process.getuid?.() === 0) chownSync(join(directory, 'manifest.json'), 65_534, 65_534);
  const root = vi.spyOn(process, 'getuid').mockReturnValue(0);
  const locked = withLock(directory, 'manifest', nothing);
  await expect(locked).rejects.toThrow(/belongs to user \d+, .* run this as that user/);
  root.mockRestore();
  expect(readdirSync(directory)).toEqual(['manifest.json']);
});

const conflict = 'IO Error: Could not set lock on file "w": Conflicting lock is held in';
it.each([
  [`${conflict} node (PID 12). See`, /is being written to by process 12; try again/],
  [`${conflict} PID 0. See`, /is being written to by a process outside this container; try again/],
  ['IO Error: Cannot open file "w": Permission denied', /by a user that may write/],
  ['IO Error: Could not write file "w": No space left on device', /disk that is not full$/],
  ['IO Error: Could not read from file "w": Is a directory', /may be removed while no process/],
])('what the system says becomes a sentence: %s', async (message, sentence) => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const create = vi.spyOn(DuckDBInstance, 'create').mockRejectedValue(new Error(message));
  try {
    await expect(withLock(test.folder({}), 'writer', nothing)).rejects.toThrow(sentence);
  } finally {
    create.mockRestore();
  }
});
