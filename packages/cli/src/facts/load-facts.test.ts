import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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

const folderOf = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  filesCount += 1;
  const folder = join(directory, String(filesCount));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

const ndjson = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const load = (...paths: readonly string[]) =>
  loadFacts(paths, { now: parseInstant('2026-06-01T00:00:00Z') });

/** What is refused, each as `line field`. */
const refusalsOf = async (...paths: readonly string[]): Promise<readonly string[]> => {
  const loaded = await load(...paths);
  if (!('problems' in loaded)) throw new Error('the facts were loaded');
  const kept = loaded.problems.kept();
  expect(loaded.problems.total()).toBe(kept.length);
  return kept.map(({ line, field }) => `${line ?? 'file'} ${field ?? 'whole'}`);
};

const countsOf = async (...paths: readonly string[]) => {
  const loaded = await load(...paths);
  if ('problems' in loaded) throw new Error(loaded.problems.kept().map(formatProblem).join('\n'));
  const { user, board: boards, post } = loaded.facts;
  return [user.length, boards.length, post.length];
};

describe('loadFacts reads', () => {
  it('one file that holds all kinds', async () => {
    expect(await countsOf(write('facts.ndjson', ndjson(sound)))).toEqual([2, 2, 1]);
  });

  it('compressed files, also such that were put together from several', async () => {
    const halves = [sound.slice(0, 3), sound.slice(3)].map((lines) => gzipSync(ndjson(lines)));
    expect(await countsOf(write('facts.ndjson.gz', Buffer.concat(halves)))).toEqual([2, 2, 1]);
  });

  it('several files, and references from one to another', async () => {
    const first = write('a.ndjson', ndjson(sound.slice(4)));
    const second = write('b.ndjson', ndjson(sound.slice(0, 4)));
    expect(await countsOf(first, second)).toEqual([2, 2, 1]);
  });

  it('a directory whose file names give the kinds', async () => {
    const of = (kind: string) => sound.filter((line) => line['kind'] === kind);
    const unnamed = (kind: string) => of(kind).map(({ kind: _kind, ...rest }) => rest);
    const folder = folderOf({
      'user.ndjson': ndjson(unnamed('user')),
      'organization.ndjson.gz': gzipSync(ndjson(of('organization'))),
      'member.ndjson': ndjson(of('member')),
      'board.ndjson.gz': gzipSync(ndjson(unnamed('board'))),
      'post.ndjson': ndjson(of('post')),
      'section.ndjson': ndjson(of('section')),
      'visit.ndjson': '',
      '.unfinished': 'x',
    });
    expect(await countsOf(folder)).toEqual([2, 2, 1]);
  });

  it('the other forms that `import` reads', async () => {
    const folder = folderOf({
      'user.csv': 'id,signupDate,name\nu1,2026-01-01,"Zoe, the first"\n',
      'post.ndjson': '',
    });
    const loaded = await load(folder);
    if ('problems' in loaded) throw new Error(loaded.problems.kept().map(formatProblem).join('\n'));
    expect(loaded.facts.user.map(({ name }) => name)).toEqual(['Zoe, the first']);
  });

  it('past a byte order mark, blank lines, carriage returns, and a last line without an end', async () => {
    const text = `\uFEFF${ndjson(sound).replaceAll('\n', '\r\n\r\n  \n').trimEnd()}`;
    expect(await countsOf(write('facts.ndjson', text))).toEqual([2, 2, 1]);
  });

  it('letters of several bytes across chunks', async () => {
    const people = Array.from({ length: 9000 }, (_, number) => ({
      kind: 'user',
      id: `id-${number}`,
      name: 'ÖöŁ字👍'.repeat(8),
      signupDate: '2026-01-01',
    }));
    const loaded = await load(write('facts.ndjson', ndjson(people)));
    if ('problems' in loaded) throw new Error('refused');
    expect(new Set(loaded.facts.user.map(({ name }) => name))).toEqual(
      new Set(['ÖöŁ字👍'.repeat(8)]),
    );
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
  const lines: readonly (readonly [what: string, text: string | Uint8Array, expected: string])[] = [
    ['that is not JSON', '{"kind":', 'whole'],
    ['that is not UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22), 'whole'],
    ['that is too long', `"${'x'.repeat(17 * 2 ** 20)}"`, 'whole'],
    ['that is no object', '[]', 'kind'],
    ['without a kind', '{"id":"u3"}', 'kind'],
    ['of an unknown kind', '{"kind":"vote","id":"u3"}', 'kind'],
    ['with an unknown field', '{"kind":"user","id":"u3","signupDate":"2026-01-01","age":7}', 'age'],
    ['with a bad value', '{"kind":"user","id":"u3","signupDate":"2026-02-30"}', 'signupDate'],
    ['that lacks a field', '{"kind":"user","signupDate":"2026-01-01"}', 'id'],
    ['of a board with an id of another length', ndjson([{ ...sound[4], id: 'short' }]), 'id'],
    ['of an organization with a short id', ndjson([{ ...sound[2], id: 'wksp_0' }]), 'id'],
  ];
  it.each(lines)('%s', async (_what, text, field) => {
    const content = Buffer.concat([
      Buffer.from(ndjson(sound)),
      Buffer.from(text),
      Buffer.from('\n{}'),
    ]);
    expect(await refusalsOf(write('facts.ndjson', content))).toEqual([
      `${added} ${field}`,
      expect.stringMatching(/^\d+ kind$/),
    ]);
  });

  it('whose kind is not that of its file', async () => {
    const folder = folderOf({ 'user.ndjson': ndjson(sound.slice(0, 3)) });
    expect(await refusalsOf(folder)).toEqual(['3 kind']);
  });

  it('and counts what it does not keep', async () => {
    const path = write('facts.ndjson', 'x\n'.repeat(30));
    const loaded = await loadFacts([path]);
    if (!('problems' in loaded)) throw new Error('the facts were loaded');
    expect([loaded.problems.kept().length, loaded.problems.total()]).toEqual([20, 30]);
  });
});

describe('loadFacts refuses facts that do not go together', () => {
  const term = { kind: 'billingTerm', organizationId: org, status: 'active' };
  const seats = { kind: 'seatChange', organizationId: org, on: '2026-01-01', seats: 1 };
  const comment = { kind: 'comment', id: 'c1', boardId: board, postId: 't1', createdAt: early };
  const visit = { kind: 'visit', id: 'v1', boardId: board, at: early, seconds: 1 };
  const key = { kind: 'apiKey', keySha256: 'a'.repeat(64), userId: 'u1' };
  const cases: readonly (readonly [what: string, lines: readonly Line[], expected: string])[] = [
    ['a repeated id', [sound[7]!], `${added} id`],
    ['a repeated key', [key, key], `${added + 1} keySha256`],
    ['a repeated member', [sound[3]!], `${added} userId`],
    ['two seat changes on a day', [seats, seats], `${added + 1} on`],
    ['a reference to nothing', [{ ...comment, postId: 'none' }], `${added} postId`],
    ['an author nobody knows', [{ ...comment, authorId: 'nobody' }], `${added} authorId`],
    ['a comment on another board', [{ ...comment, boardId: otherBoard }], `${added} boardId`],
    [
      'a reaction on another board',
      [{ ...comment, kind: 'reaction', boardId: otherBoard }],
      `${added} boardId`,
    ],
    [
      'a section of another board',
      [{ ...sound[7], id: 't2', sectionId: 's1' }],
      `${added} sectionId`,
    ],
    ['a visit by nobody', [visit], `${added} userId`],
    ['a visit by two', [{ ...visit, userId: 'u1', visitorId: 'x' }], `${added} visitorId`],
    [
      'a term that ends first',
      [{ ...term, startsOn: '2026-02-01', endsOn: '2026-01-31' }],
      `${added} endsOn`,
    ],
    [
      'overlapping terms',
      [
        { ...term, startsOn: '2026-01-31', endsOn: '2026-02-01' },
        { ...term, startsOn: '2026-01-01', endsOn: '2026-01-31' },
      ],
      `${added} startsOn`,
    ],
    [
      'an owner who is no member',
      [{ ...sound[2], id: 'wksp_11111111111', ownerId: 'u2' }],
      `${added} ownerId`,
    ],
  ];
  it.each(cases)('%s', async (_what, lines, expected) => {
    const path = write('facts.ndjson', ndjson([...sound, ...lines]));
    expect(await refusalsOf(path)).toEqual([expected]);
  });

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

describe('loadFacts refuses', () => {
  const reasonOf = async (path: string): Promise<string> => {
    const loaded = await load(path);
    if (!('problems' in loaded)) throw new Error('the facts were loaded');
    return loaded.problems.kept().map(formatProblem).join('\n');
  };

  it('a path where there is nothing', async () => {
    expect(await reasonOf(join(directory, 'none'))).toMatch(
      /none: expected a file that can be read/,
    );
  });

  it('a directory with a file of another name, and names it', async () => {
    const reason = await reasonOf(folderOf({ 'user.ndjson': ndjson([]), 'keys.json': '{}' }));
    expect(reason).toMatch(/keys\.json: expected a file named <kind>\.ndjson/);
    expect(await reasonOf(folderOf({ 'votes.ndjson': '' }))).toMatch(/votes\.ndjson: expected/);
  });

  it('a directory within a directory', async () => {
    const folder = folderOf({ 'user.ndjson': '' });
    mkdirSync(join(folder, 'facts'));
    expect(await reasonOf(folder)).toMatch(
      /facts: expected a file; name a directory within by its own path/,
    );
  });

  it('an empty directory, and files without a fact', async () => {
    expect(await reasonOf(folderOf({}))).toMatch(/this one is empty/);
    expect(await reasonOf(write('facts.ndjson', '\n \n'))).toMatch(
      /at least one fact; there is none/,
    );
  });

  it('a file of another format', async () => {
    expect(await reasonOf(write('facts.csv', 'kind,id'))).toMatch(
      /facts\.csv: expected a file named <kind>\.ndjson/,
    );
  });

  it('a compressed file that is cut short, and one that is not compressed', async () => {
    const whole = gzipSync(ndjson(sound));
    expect(await reasonOf(write('facts.ndjson.gz', whole.subarray(0, -12)))).toMatch(
      /unexpected end/,
    );
    expect(await reasonOf(write('facts.ndjson.gz', ndjson(sound)))).toMatch(/incorrect header/);
  });
});
