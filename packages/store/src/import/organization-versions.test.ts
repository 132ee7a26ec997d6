import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createKey, listKeys } from '../keys/keys.js';
import { upgradeStore } from '../layout/upgrade.js';
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

const twoOrganizations = async (): Promise<string> => {
  const directory = place.fresh();
  await importLines(directory, [...sound, ...second]);
  return directory;
};

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
    ['a board that it loses', { ...sound.find(({ id }) => id === board), organizationId: other }],
  ])('changes with %s, and its stored index goes', async (what, fact) => {
    const directory = await twoOrganizations();
    expect(await versionsIn(directory)).toEqual([1, 1]);
    const { problems } = await importLines(directory, [fact]);
    expect(problems).toEqual([]);
    const left = (await storeStats(directory)).indexes.map(({ organizationId }) => organizationId);
    expect(left).toEqual(what.startsWith('a board') ? [] : [other]);
    expect(await versionsIn(directory)).toEqual(what.startsWith('a board') ? [2, 2] : [2, 1]);
  });

  it('does not change with a personal board, or a user of another', async () => {
    const directory = await twoOrganizations();
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
    const directory = await twoOrganizations();
    await versionsIn(directory);
    const { stored } = await createKey(directory, 'o1', now);
    await importLines(directory, [second[0]], { replaceOrganization: other });
    // The owner was brought along, so the key is still theirs.
    expect((await listKeys(directory)).at(-1)).toEqual(stored);
    expect((await storeStats(directory)).indexes).toHaveLength(1);
    const again = await twoOrganizations();
    await createKey(again, 'o1', now);
    await importLines(again, [sound[1]!], { replaceOrganization: other });
    const [, key] = await listKeys(again);
    expect(key).toMatchObject({ userId: null, revokedAt: expect.any(String) as string });
    // The files of the version before are there until the next import.
    await importLines(again, [sound[1]!]);
    for (const entry of readdirSync(again, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
      expect(readFileSync(join(entry.parentPath, entry.name)).includes('o1@school.example')).toBe(
        false,
      );
    }
  });
});

describe('a store of format 1', () => {
  /** As the first format was: one version for all organizations. */
  const downgraded = (directory: string): void => {
    const manifestPath = join(directory, 'manifest.json');
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { access: string };
    const accessPath = join(directory, 'segments', manifest.access);
    const text = readFileSync(accessPath, 'utf8');
    writeFileSync(accessPath, text.replaceAll(/,"version":\d+/g, ''));
    writeFileSync(manifestPath, JSON.stringify({ ...manifest, formatVersion: 1 }));
  };

  it('is refused with the command that upgrades it, and upgraded by that', async () => {
    const directory = await twoOrganizations();
    await versionsIn(directory);
    downgraded(directory);
    const sentence = /format 1, .* reads format 2: 'tallyboard upgrade --store/;
    await expect(importLines(directory, second)).rejects.toThrow(sentence);
    await expect(openStore(directory, rethrow)).rejects.toThrow(sentence);
    expect(await upgradeStore(directory)).toEqual({ found: 1, now: 2 });
    expect(await upgradeStore(directory)).toEqual({ found: 2, now: 2 });
    const store = await openStore(directory, rethrow);
    // Its stored indexes are as good as before.
    expect(await store.eventsOf(org)?.readIndex()).toHaveProperty('byteLength', 1);
    store.close();
    expect(await versionsIn(directory)).toEqual([1, 1]);
    expect((await importLines(directory, second)).counts.user.same).toBe(1);
  });

  it('is not made where there is no store', async () => {
    const directory = place.fresh();
    await expect(upgradeStore(directory)).rejects.toThrow(/is no store/);
    expect(existsSync(directory)).toBe(false);
  });
});
