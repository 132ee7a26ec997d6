import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FactKind } from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../duck/database.js';
import { literal } from '../duck/sql.js';
import { disk } from '../layout/files.js';
import { readManifest } from '../layout/manifest.js';
import { storeStats } from '../read/stats.js';
import {
  added,
  type Line,
  ndjson,
  onFullDisk,
  org,
  otherBoard,
  sound,
  tellingImport,
  testDirectory,
} from './import-facts.test-kit.js';

const test = testDirectory();
let database: Database;
/** A store of the sound facts, for tests that leave it as it is. */
const kept = test.fresh();
beforeAll(async () => {
  database = await openDatabase({ spill: null });
  await tellingImport(kept, [facts()]);
});
afterAll(async () => {
  await database.close();
  test.remove();
});

const early = '2026-01-01T08:00:00Z';
const facts = (...more: readonly object[]) =>
  test.file('facts.ndjson', ndjson([...sound, ...more]));

/** The new, changed, same and removed facts of all kinds. */
const totals = ({ counts }: Awaited<ReturnType<typeof tellingImport>>) =>
  (['new', 'changed', 'same', 'removed'] as const).map((what) =>
    Object.values(counts).reduce((sum, count) => sum + count[what], 0),
  );

/** Files of one kind each, as DuckDB writes them. */
const filesOf = async (form: 'csv' | 'parquet' | 'ndjson', ending = ''): Promise<string> => {
  const folder = test.folder({});
  for (const kind of new Set(sound.map((line) => line.kind))) {
    const cell = (value: unknown) =>
      typeof value === 'object' && form !== 'ndjson' ? JSON.stringify(value) : value;
    const rows = sound
      .filter((line) => line.kind === kind)
      .map(({ kind: _kind, ...rest }) =>
        Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, cell(value)])),
      );
    const plain = join(folder, `.${kind}.ndjson`);
    writeFileSync(plain, ndjson(rows));
    const from = `read_json(${literal(plain)}, sample_size = -1, map_inference_threshold = -1, convert_strings_to_integers = false${form !== 'parquet' ? ", timestampformat = 'none', dateformat = 'none'" : ''})`;
    const format = form === 'ndjson' ? 'json' : form;
    const compression =
      ending === '.zst' ? ', COMPRESSION zstd' : ending === '.gz' ? ', COMPRESSION gzip' : '';
    await database.run(
      `COPY (FROM ${from}) TO ${literal(join(folder, `${kind}.${form}${ending}`))} (FORMAT ${format}${compression})`,
    );
  }
  return folder;
};

describe('an import', () => {
  it('takes every kind, in any order, and tells what is new, the same or changed', async () => {
    const directory = test.fresh();
    const first = await tellingImport(directory, [facts()]);
    expect(first.problems).toEqual([]);
    expect(first).toMatchObject({ imported: true, dataVersion: 1 });
    expect(totals(first)).toEqual([sound.length, 0, 0, 0]);
    const second = await tellingImport(directory, [facts()]);
    expect(second).toMatchObject({ imported: true, dataVersion: 1 });
    expect(totals(second)).toEqual([0, 0, sound.length, 0]);
    const changed = test.folder({
      'user.ndjson': ndjson([
        { id: 'u2', signupDate: '2025-12-01', name: 'New' },
        { id: 'u3', signupDate: '2025-12-01' },
      ]),
    });
    const third = await tellingImport(directory, [changed]);
    expect([third.dataVersion, ...totals(third)]).toEqual([2, 1, 1, 0, 0]);
    expect((await storeStats(directory)).facts).toMatchObject({ user: 3, post: 1 });
    expect(existsSync(join(directory, 'work'))).toBe(false);
  });

  it.each([
    ['csv', ''],
    ['csv', '.gz'],
    ['csv', '.zst'],
    ['parquet', ''],
    ['ndjson', '.gz'],
    ['ndjson', '.zst'],
  ] as const)('takes %s%s and finds the same facts in it', async (form, ending) => {
    const again = await tellingImport(kept, [await filesOf(form, ending)]);
    expect(again.problems).toEqual([]);
    expect(totals(again)).toEqual([0, 0, sound.length, 0]);
  });

  it('merges segments that become many', async () => {
    const directory = test.copyOf(kept);
    for (let number = 0; number < 9; number += 1) {
      const more = [{ kind: 'user', id: `more${number}`, signupDate: '2026-01-01' }];
      await tellingImport(directory, [test.file('more.ndjson', ndjson(more))]);
    }
    const { segments } = await readManifest(directory);
    expect(segments.filter(({ kind }) => kind === 'user').length).toBeLessThan(9);
    expect((await storeStats(directory)).facts.user).toBe(11);
  });
});

describe('an import reports', () => {
  type Bad = readonly (readonly [what: string, line: object | string, field: string | null])[];
  const bad: Bad = [
    ['no JSON', '{"kind":', null],
    ['an unknown kind', { kind: 'vote', id: 'x' }, 'kind'],
    ['an unknown field', { kind: 'user', id: 'u3', signupDate: '2026-01-01', age: 7 }, 'age'],
    ['a number as text', { kind: 'user', id: 3, signupDate: '2026-01-01' }, 'id'],
    ['no such day', { kind: 'user', id: 'u3', signupDate: '2026-02-30' }, 'signupDate'],
    ['a missing field', { kind: 'play', id: 'p2', at: early }, 'attachmentId'],
  ];
  // One import for all of them: an import for each would take a second more.
  describe('lines that cannot be read', () => {
    let file = '';
    let report: Awaited<ReturnType<typeof tellingImport>>;
    const manifest = () => readFileSync(join(kept, 'manifest.json'), 'utf8');
    let before = '';
    beforeAll(async () => {
      before = manifest();
      const lines = bad.map(([, line]) => (typeof line === 'string' ? line : JSON.stringify(line)));
      file = test.file('facts.ndjson', `${ndjson(sound)}${lines.join('\n')}`);
      report = await tellingImport(kept, [file]);
    });

    it.each(bad)('%s, with file, line and field', (what, _line, field) => {
      const line = added + bad.findIndex(([other]) => other === what);
      const found = report.problems.filter((problem) => problem.line === line);
      expect(found).toMatchObject([{ file, line, field }]);
    });

    it('and imports nothing', () => {
      expect([report.imported, report.problems.length]).toEqual([false, bad.length]);
      expect(manifest()).toBe(before);
    });
  });

  it('lines of files that DuckDB read, blank lines counted', async () => {
    const lines = sound.filter(({ kind }) => kind === 'user').map((line) => JSON.stringify(line));
    const folder = test.folder({ 'user.ndjson': `${lines[0]}\n\n${lines[1]}\n\n${lines[1]}\n` });
    const report = await tellingImport(test.fresh(), [folder]);
    expect(report.problems).toMatchObject([{ line: 5, field: 'id', value: 'u2' }]);
    expect(report.problems[0]?.reason).toContain('user.ndjson:3');
  });

  it('and leaves out what is bad when asked to, with all that hangs on it', async () => {
    const folder = facts(
      { kind: 'post', id: 't2', boardId: 'board00000000009', createdAt: early },
      { kind: 'attachment', id: 'a2', postId: 't2', category: 'video', createdAt: early },
      { kind: 'play', id: 'p2', attachmentId: 'a2', at: early },
      { kind: 'user', id: 'u4' },
    );
    const report = await tellingImport(test.fresh(), [folder], { skipBad: true });
    expect(report).toMatchObject({ imported: true, skippedCount: 4 });
    expect(totals(report)).toEqual([sound.length, 0, 0, 0]);
    expect(report.problems.map(({ line }) => line! - added)).toEqual([3, 0, 1, 2]);
  });

  it('a change that what is in the store cannot stand', async () => {
    const moved = { kind: 'post', id: 't1', boardId: otherBoard, createdAt: early };
    const report = await tellingImport(kept, [test.file('x.ndjson', ndjson([moved]))], {
      skipBad: true,
    });
    expect(report.imported).toBe(false);
    expect(report.problems.map(({ file }) => file)).toEqual([
      'the comment c1 of the store',
      'the reaction r1 of the store',
    ]);
  });

  it('oddities, and imports them', async () => {
    const guest = sound.find(({ kind }) => kind === 'invitation');
    const late = { ...guest, id: 'i2', closedAt: '2027-01-01T00:00:00Z' };
    const report = await tellingImport(test.fresh(), [facts(late)]);
    expect(report.imported).toBe(true);
    expect(report.warnings).toMatchObject([{ line: added, field: 'closedAt' }]);
  });
});

describe('replacing an organization', () => {
  it('removes what is not brought again, and who was known through it alone', async () => {
    const directory = test.fresh();
    await tellingImport(directory, [
      facts({ kind: 'user', id: 'elsewhere', signupDate: '2026-01-01' }),
    ]);
    const kept: readonly FactKind[] = ['user', 'organization', 'member', 'board'];
    const rest = sound.filter(
      ({ kind, ...line }: Line) =>
        kept.includes(kind) &&
        line['id'] !== 'u2' &&
        line['userId'] !== 'u2' &&
        line['builderId'] !== 'u2',
    );
    const report = await tellingImport(directory, [test.file('rest.ndjson', ndjson(rest))], {
      replace: org,
    });
    expect(report.problems).toEqual([]);
    const { facts: left } = await storeStats(directory);
    const some = { organization: 1, member: 1, section: 1 };
    expect(left).toMatchObject({ ...some, post: 0, visit: 0, scan: 0, play: 0 });
    // The student built a personal board, which stays, so the student does, too; as does the stranger.
    expect(left.user).toBe(3);
    const replace = { replace: 'all' };
    const none = await tellingImport(directory, [test.file('none.ndjson', '')], replace);
    expect(none).toMatchObject({
      imported: false,
      problems: [{ reason: 'at least one fact; there is none' }],
    });
    const all = await tellingImport(directory, [test.file('rest.ndjson', ndjson(rest))], replace);
    expect(all.problems).toEqual([]);
    const counts = Object.values((await storeStats(directory)).facts);
    expect(counts.reduce((sum, count) => sum + count)).toBe(rest.length);
  });

  it('in an empty store, and the same import once more', async () => {
    const directory = test.fresh();
    const first = await tellingImport(directory, [facts()], { replace: org });
    expect(totals(first)).toEqual([sound.length, 0, 0, 0]);
    const second = await tellingImport(directory, [facts()], { replace: org });
    expect(totals(second)).toEqual([0, 0, sound.length, 0]);
  });

  it('leaves out what is bad, and what came again and refers to it', async () => {
    const directory = test.copyOf(kept);
    const lines = sound.map((line) => (line['id'] === 's1' ? { ...line, title: 7 } : line));
    const report = await tellingImport(directory, [test.file('x.ndjson', ndjson(lines))], {
      skipBad: true,
      replace: org,
    });
    const hanging = ['section', 'post', 'comment', 'reaction', 'attachment', 'play'] as const;
    expect(
      report.problems.map(({ line }) => line !== null && lines[line - 1]?.kind).sort(),
    ).toEqual([...hanging].sort());
    expect(report).toMatchObject({ imported: true, skippedCount: hanging.length });
    expect(totals(report)).toEqual([0, 0, sound.length - hanging.length, hanging.length]);
    expect((await storeStats(directory)).facts).toMatchObject({ section: 1, post: 0, visit: 2 });
  });

  it.each([
    ['an unknown one', {}, 'wksp_99999999999', /no organization wksp_99999999999/],
    ['all, for one whose own fact is bad', { ownerId: 'u2' }, 'all', /everything of .* would be/],
    ['one whose own fact is bad', { ownerId: 'u2' }, org, /everything of .* would be removed/],
  ])('refuses %s', async (_what, more, replace, sentence) => {
    const own = (line: Line): Line => (line.kind === 'organization' ? { ...line, ...more } : line);
    const file = test.file('own.ndjson', ndjson(sound.map(own)));
    const how = { skipBad: true, replace };
    await expect(tellingImport(test.copyOf(kept), [file], how)).rejects.toThrow(sentence);
  });
});

describe('an import that cannot be leaves the store as it was', () => {
  const users = gzipSync(ndjson(sound.filter(({ kind }) => kind === 'user')));
  it.each([
    ['a gzip file that breaks off', { 'user.ndjson.gz': users.subarray(0, -3) }, /unexpected end/],
    ['a zstd file that is none', { 'user.ndjson.zst': 'no' }, /unexpected EOF/],
    ['a Parquet file that is none', { 'user.parquet': 'no' }, /user\.parquet|too small/],
    ['a file of another name', { 'votes.csv': 'id' }, /<kind>/],
    ['an empty file', { 'user.ndjson': '' }, /at least one fact/],
    [
      'a column of another name',
      { 'user.csv': 'id,signupDate,age\nu1,2026-01-01,7\n' },
      /one of the columns of user: id, name/,
    ],
    ['a column twice', { 'user.csv': 'id,signupDate,id\nu1,2026-01-01,u1\n' }, /not several/],
    ['a column missing', { 'user.csv': 'id,name\nu1,A\nu2,B\n' }, /which user needs/],
  ])('%s', async (_what, files, reason) => {
    const directory = test.fresh();
    const report = await tellingImport(directory, [test.folder(files)], { skipBad: true });
    expect([report.imported, report.problems.length]).toEqual([false, 1]);
    expect(report.problems[0]?.reason).toMatch(reason);
    expect(existsSync(join(directory, 'manifest.json'))).toBe(false);
  });

  it.each<readonly [what: string, files: Readonly<Record<string, string>>, sentence: RegExp]>([
    ['other files', { 'letter.txt': 'x' }, /no manifest\.json/],
    ['a damaged manifest', { 'manifest.json': '{' }, /damaged/],
    [
      'another format',
      { 'manifest.json': '{"format":"tallyboard store","formatVersion":9,"dataVersion":1}' },
      /format 9, this Tallyboard reads format 5/,
    ],
  ])('into a directory with %s', async (_what, files, sentence) => {
    const directory = test.folder(files);
    const names = readdirSync(directory);
    await expect(tellingImport(directory, [facts()])).rejects.toThrow(sentence);
    expect(readdirSync(directory)).toEqual(names);
  });

  it('on a disk that is full, at whatever moment', async () => {
    const directory = test.copyOf(kept);
    const before = await storeStats(directory);
    const more = test.file(
      'more.ndjson',
      ndjson([{ kind: 'user', id: 'u9', signupDate: '2026-01-01' }]),
    );
    let moment = 0;
    for (;;) {
      const outcome = await onFullDisk(moment, () => tellingImport(directory, [more])).catch(
        String,
      );
      if (typeof outcome !== 'string') break;
      expect(outcome).toMatch(/ENOSPC: no space left on device, write; .* is as it was before/);
      expect(await storeStats(directory)).toEqual(before);
      moment += 1;
    }
    expect(moment).toBeGreaterThan(2);
    expect((await storeStats(directory)).facts.user).toBe(before.facts.user + 1);
  });
});

it('an import that fails once its version counts says so', async () => {
  const directory = test.copyOf(kept);
  const before = await storeStats(directory);
  const { rename } = disk;
  const renaming = vi.spyOn(disk, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    if (to.endsWith('manifest.json')) throw new Error('EIO: i/o error, fsync');
  });
  const user = { kind: 'user', id: 'u9', signupDate: '2026-01-01' };
  const more = test.file('more.ndjson', ndjson([user]));
  await expect(tellingImport(directory, [more])).rejects.toThrow(
    /EIO: i\/o error, fsync; .* has the facts all the same; import them again/,
  );
  renaming.mockRestore();
  expect((await storeStats(directory)).dataVersion).toBe(before.dataVersion + 1);
});
