import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInstant } from '@tallyboard/core/vocabulary';
import { formatProblem } from '@tallyboard/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFacts } from './load-facts.js';

type Line = Readonly<Record<string, unknown>>;

const org = 'wksp_00000000000';
const board = 'board00000000001';
const otherBoard = 'board00000000002';
const early = '2026-01-01T08:00:00Z';
const both = { createdAt: early, updatedAt: early };

/** Sound facts; the tests count lines from here. */
const sound: readonly Line[] = [
  { kind: 'user', id: 'u1', signupDate: '2025-12-01' },
  { kind: 'user', id: 'u2', signupDate: '2025-12-01' },
  { kind: 'organization', id: org, type: 'school', name: 'N', ownerId: 'u1', createdAt: early },
  { kind: 'member', organizationId: org, userId: 'u1', role: 'owner', joinedAt: early },
  { kind: 'board', id: board, organizationId: org, builderId: 'u1', title: 'T', ...both },
  { kind: 'board', id: otherBoard, builderId: 'u2', title: 'T', ...both },
  { kind: 'section', id: 's1', boardId: otherBoard, title: 'S', sortIndex: 1, ...both },
  { kind: 'post', id: 't1', boardId: board, createdAt: early },
];
const added = sound.length + 1;

let directory = '';
let filesCount = 0;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallyboard-facts-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const write = (name: string, content: string | Uint8Array): string => {
  filesCount += 1;
  const folder = join(directory, String(filesCount));
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const ndjson = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const load = (...paths: readonly string[]) =>
  loadFacts(paths, { now: parseInstant('2026-06-01T00:00:00Z') });

describe('loadFacts reads', () => {
  it('several files, and references from one to another', async () => {
    const first = write('a.ndjson', ndjson(sound.slice(4)));
    const second = write('b.ndjson', ndjson(sound.slice(0, 4)));
    const loaded = await load(first, second);
    expect('facts' in loaded && loaded.facts).toMatchObject({ board: [{}, {}], post: [{}] });
  });

  it('and tells how far it has come', async () => {
    const path = write('facts.ndjson', ndjson(sound));
    const seen: number[] = [];
    await loadFacts([path], {
      onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal),
    });
    expect(seen.at(-1)).toBe(1);
  });
});

describe('loadFacts refuses a line', () => {
  it('and counts what it does not keep', async () => {
    const path = write('facts.ndjson', 'x\n'.repeat(30));
    const loaded = await loadFacts([path]);
    if (!('problems' in loaded)) throw new Error('the facts were loaded');
    expect([loaded.problems.kept().length, loaded.problems.total()]).toEqual([20, 30]);
  });
});

describe('loadFacts refuses facts that do not go together', () => {
  const comment = { kind: 'comment', id: 'c1', boardId: board, postId: 't1', createdAt: early };
  const key = { kind: 'apiKey', keySha256: 'a'.repeat(64), userId: 'u1' };
  it('and says where the first of two stands, file by file', async () => {
    const first = write('a.ndjson', ndjson(sound));
    const second = write('b.ndjson', `\n${ndjson([sound[1]!])}`);
    const loaded = await load(first, second);
    if (!('problems' in loaded)) throw new Error('the facts were loaded');
    expect(loaded.problems.kept().map(formatProblem)).toEqual([
      `${second}:2: id: "u2": expected an id of its own, which an earlier user has already (${first}:2)`,
    ]);
  });

  it('but only warns of what is merely odd', async () => {
    const lines = [
      {
        kind: 'member',
        organizationId: org,
        userId: 'u2',
        role: 'maker',
        joinedAt: early,
        leftAt: '2025-01-01T00:00:00Z',
      },
      { ...comment, updatedAt: '2025-01-01T00:00:00Z' },
      { ...key, revokedAt: '2027-01-01T00:00:00Z' },
    ];
    const loaded = await load(write('facts.ndjson', ndjson([...sound, ...lines])));
    if ('problems' in loaded) throw new Error('refused');
    expect(
      loaded.warnings
        .kept()
        .map(({ line, field }) => `${line ?? ''} ${field ?? ''}`)
        .sort(),
    ).toEqual([
      `${added + 1} updatedAt`,
      `${added + 2} revokedAt`,
      `${added} leftAt`,
      `${added} role`,
    ]);
  });
});
