import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndex, columnsFrom, splitByOrganization } from '@tallyboard/core';
import { decodeIndex } from '@tallyboard/core/engine';
import { dayOfInstant, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { commandAt } from '../program.test-kit.js';

const now = Date.UTC(2026, 10, 20);

let directory = '';
const place = (name: string): string => join(directory, name);

const run = commandAt(() => now);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tallyboard-index-'));
  mkdirSync(place('facts'));
  for (const kind of factKinds) {
    const lines = sampleFacts[kind].map((fact) => JSON.stringify(writeFact(kind, fact)));
    if (lines.length > 0) writeFileSync(place(`facts/${kind}.ndjson`), lines.join('\n'));
  }
  await run('import', '--store', place('store'), place('facts'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The first line of a file, and the index behind it. */
const contentOf = (name: string) => {
  const bytes = readFileSync(place(name));
  const end = bytes.indexOf(10);
  const index = decodeIndex(new Uint8Array(bytes.subarray(end + 1)).buffer);
  return { head: JSON.parse(bytes.toString('utf8', 0, end)) as object, index };
};

describe('tallyboard index', () => {
  const expected = () => {
    const own = splitByOrganization(sampleFacts).get(ids.school)!;
    const createdOn = dayOfInstant(own.organization[0]!.createdAt);
    const times = { createdOn, billingTerms: own.billingTerm, today: dayOfInstant(now) };
    return buildIndex(columnsFrom(own), times);
  };

  it.each(['facts', 'store'])(
    'writes an organization of %s, with its terms and name',
    async (from) => {
      const source = [`--${from}`, place(from), '--org', ids.school];
      const { code, stderr } = await run('index', ...source, '--out', place(`${from}.index`));
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(new RegExp(`wrote .*: ${ids.school}, [\\d,]+ bytes\\n$`)),
      ]);
      const { head, index } = contentOf(`${from}.index`);
      const own = sampleFacts.organization.find(({ id }) => id === ids.school)!;
      expect(head).toMatchObject({
        tallyboardIndex: 1,
        organization: { name: own.name, type: own.type },
      });
      if (index._tag === 'Left') throw new Error(index.left);
      const { counts, lastSeen, periods } = expected();
      expect(index.right.periods.times).toEqual(periods.times);
      expect(index.right.lastSeen).toEqual(lastSeen);
      expect(index.right.counts).toEqual(counts);
      if (process.platform !== 'win32') {
        expect(statSync(place(`${from}.index`)).mode & 0o777).toBe(0o600);
      }
    },
  );

  it('writes a folder for any web space, which shows the index', async () => {
    const flags = [
      '--facts',
      place('facts'),
      '--org',
      ids.school,
      '--page',
      '--out',
      place('page'),
    ];
    const { stderr } = await run('index', ...flags);
    expect(stderr).toMatch(/wrote \S+organization.index: /);
    const page = readFileSync(place('page/index.html'), 'utf8');
    expect(page).toContain('<html data-index="organization.index" ');
    const [, script = ''] = /src="\.\/([^"]+)"/.exec(page) ?? [];
    expect(statSync(place(`page/${script}`)).size).toBeGreaterThan(0);
    expect(contentOf('page/organization.index').index._tag).toBe('Right');
  });

  it('builds for the day of --now', async () => {
    const flags = ['--facts', place('facts'), '--org', ids.school, '--out', place('early.index')];
    await run('index', ...flags, '--now', '2026-09-30T00:00:00Z');
    const { index } = contentOf('early.index');
    expect(index._tag === 'Right' && index.right.periods.times.today).toBe(
      dayOfInstant(Date.UTC(2026, 8, 30)),
    );
  });

  it.each([
    ['no source', [], 2, /name a store by --store DIR, or facts by --facts PATH/],
    ['two sources', ['--facts', 'facts', '--store', 'store'], 2, /name a store by --store DIR, or/],
    [
      'no organization',
      ['--store', 'store'],
      2,
      /there are \d organizations; name one by --org: wksp_/,
    ],
    ['an unknown one', ['--store', 'store', '--org', 'wksp_x'], 2, /no organization wksp_x: wksp_/],
    ['no such store', ['--store', 'nowhere'], 1, /nowhere/],
  ] as const)('refuses %s', async (_, flags, code, message) => {
    const named = flags.map((flag) => (/^(facts|store|nowhere)$/.test(flag) ? place(flag) : flag));
    const ended = await run('index', ...named, '--out', place('never.index'));
    expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(message) as string });
  });
});
