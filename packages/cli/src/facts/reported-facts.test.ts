import { afterAll, expect, test } from 'vitest';
import {
  ndjson,
  now,
  sound,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import type { Terminal } from '../terminal.js';
import { reportedFacts } from './reported-facts.js';

const place = testDirectory();
afterAll(place.remove);

const user = ndjson(sound.filter(({ kind }) => kind === 'user').slice(0, 1));

test('one fact is counted as one', async () => {
  let said = '';
  const stderr = { isTTY: false, write: (text: string) => (said += text) };
  await reportedFacts([place.file('one.ndjson', user)], now, { stderr } as unknown as Terminal);
  expect(said).toMatch(/^Read 1 fact in [\d.]+ s\.\n$/);
});

test('says how a file of mixed kinds in a directory is read', async () => {
  const stderr = { isTTY: false, write: () => true };
  const read = (name: string) =>
    reportedFacts([place.folder({ [name]: user })], now, { stderr } as unknown as Terminal);
  await expect(read('mixed.ndjson')).rejects.toThrow(
    /no facts were loaded: 1 problem\n.*; name the file itself if its lines say their kind/,
  );
  await expect(read('notes.txt')).rejects.not.toThrow(/name the file itself/);
});
