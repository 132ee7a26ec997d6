import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportFormatNames, reportFormats } from './formats.js';
import { sampleReport } from './sample.test-kit.js';
import { writeReports } from './write-reports.js';

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
  expect(written.map(({ problem }) => problem)).toEqual(targets.map(() => null));
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
  expect(written[0]?.problem).toContain('is a directory');
  expect(written[1]?.problem).toBeNull();
  expect(printed.join('')).toContain('Fail');
});
