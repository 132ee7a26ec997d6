import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, listKeys } from '../keys/keys.js';
import { openStore } from '../read/open-store.js';
import { storeStats } from '../read/stats.js';
import {
  board,
  ndjson,
  now,
  org,
  sound,
  tellingImport,
  testDirectory,
} from './import-facts.test-kit.js';

const place = testDirectory();
afterAll(place.remove);

const other = 'wksp_11111111111';
const at = '2026-01-01T08:00:00Z';
const second = [
  { kind: 'user', id: 'o1', signupDate: '2026-01-01', email: 'o1@school.example' },
  { kind: 'organization', id: other, type: 'team', name: 'O', ownerId: 'o1', createdAt: at },
  { kind: 'member', organizationId: other, userId: 'o1', role: 'owner', joinedAt: at },
] as const;

const importLines = (directory: string, lines: readonly object[], more = {}) =>
  tellingImport(directory, [place.file('facts.ndjson', ndjson(lines))], more);

const template = place.fresh();
beforeAll(() => importLines(template, [...sound, ...second]));

const twoOrganizations = (): string => place.copyOf(template);

const rethrow = (error: unknown): never => {
  throw error;
};

/** The versions of both organizations, with an index kept for each. */
const versionsIn = async (directory: string): Promise<readonly (number | undefined)[]> => {
  const store = await openStore(directory, rethrow);
  const events = [org, other].map((id) => store.eventsOf(id));
  for (const one of events) await one?.writeIndex(new Uint8Array([1]));
  store.close();
  return events.map((one) => one?.version);
};

describe('the version of an organization', () => {
  it.each([
    ['a fact of its own', { kind: 'seatChange', organizationId: org, on: '2026-02-01', seats: 9 }],
    [
      'a visit on its board',
      { kind: 'visit', id: 'v9', boardId: board, visitorId: 'x', at, seconds: 1 },
    ],
    ['a play of its media', { kind: 'play', id: 'p9', attachmentId: 'a1', at }],
    ['another name of a member', { kind: 'user', id: 'u2', signupDate: '2025-12-01', name: 'N' }],
    ['another title of its board', { ...sound.find(({ id }) => id === board), title: 'another' }],
    ['another builder of its board', { ...sound.find(({ id }) => id === board), builderId: 'u2' }],
  ])('changes with %s, and its stored index goes', async (_, fact) => {
    const directory = twoOrganizations();
    expect(await versionsIn(directory)).toEqual([1, 1]);
    const { problems } = await importLines(directory, [fact]);
    expect(problems).toEqual([]);
    const left = (await storeStats(directory)).indexes;
    expect(left.map(({ organizationId }) => organizationId)).toEqual([other]);
    expect(await versionsIn(directory)).toEqual([2, 1]);
  });

  it('changes with a board that it loses, and so does that of the other organization', async () => {
    const directory = twoOrganizations();
    expect(await versionsIn(directory)).toEqual([1, 1]);
    const moved = { ...sound.find(({ id }) => id === board), organizationId: other };
    const { problems } = await importLines(directory, [moved]);
    expect(problems).toEqual([]);
    expect((await storeStats(directory)).indexes).toEqual([]);
    expect(await versionsIn(directory)).toEqual([2, 2]);
  });

  it('does not change with a personal board, or a user of another', async () => {
    const directory = twoOrganizations();
    const personal = {
      ...sound.find(({ id }) => id === board),
      id: 'x'.repeat(16),
      organizationId: null,
    };
    await importLines(directory, [personal, { ...second[0], email: 'new@school.example' }]);
    expect(await versionsIn(directory)).toEqual([1, 2]);
  });
});

describe('erasing an organization', () => {
  it('leaves no index, and of a key its hash alone', async () => {
    const directory = twoOrganizations();
    await versionsIn(directory);
    const { stored } = await createKey(directory, 'o1', now);
    await importLines(directory, [second[0]], { replace: other });
    // The owner was brought along, so the key is still theirs.
    expect((await listKeys(directory)).at(-1)).toMatchObject({ ...stored, memberships: [] });
    expect((await storeStats(directory)).indexes).toHaveLength(1);
    const again = twoOrganizations();
    await createKey(again, 'o1', now);
    await importLines(again, [sound[1]!], { replace: other });
    const [, key] = await listKeys(again);
    expect(key).toMatchObject({ userId: null, revokedAt: expect.any(String) as string });
    // The files of the version before are there until the import after the next.
    await importLines(again, [sound[1]!]);
    await importLines(again, [sound[1]!]);
    for (const entry of readdirSync(again, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
      expect(readFileSync(join(entry.parentPath, entry.name)).includes('o1@school.example')).toBe(
        false,
      );
    }
  });
});
