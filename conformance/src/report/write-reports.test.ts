import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleReport } from './sample.test-kit.js';
import {
  readReportTargets,
  reportFormatNames,
  reportFormats,
  writeReports,
} from './write-reports.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(() => rm(folder, { recursive: true }));

const report = sampleReport();

it('writes every format, into folders that are not there yet', async () => {
  const targets = reportFormatNames.map((format) => ({
    format,
    file: join(folder, 'new', `report.${format}`),
  }));
  const written = await writeReports(targets, report, () => undefined);
  expect(written).toEqual([]);
  for (const { format, file } of targets) {
    expect(await readFile(file, 'utf8')).toBe(reportFormats[format](report));
  }
});

it('prints what is meant for standard output, and goes on after a file that cannot be', async () => {
  const printed: string[] = [];
  const written = await writeReports(
    [
      { format: 'html', file: folder },
      { format: 'md', file: '-' },
    ],
    report,
    (text) => printed.push(text),
  );
  expect(written).toEqual([expect.stringContaining('is a directory')]);
  expect(printed.join('')).toContain('FAIL');
});

it('reads formats and files, commas in names included', () => {
  expect(readReportTargets('json=out/a,b.json,html=report.html,md=-').targets).toEqual([
    { format: 'json', file: 'out/a,b.json' },
    { format: 'html', file: 'report.html' },
    { format: 'md', file: '-' },
  ]);
});

it.each(['', 'json', 'json=', 'xml=a', 'toString=a', 'json=a,pdf=b'])(
  'does not know %s',
  (text) => {
    expect(readReportTargets(text).fault).toContain('it takes json=FILE, junit=FILE');
  },
);
