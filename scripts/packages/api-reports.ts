/**
 * Writes api/NAME.api.md: every public name of every entry with its signature, as API Extractor sees the
 * built declarations. A change of what others rely on is then a change of a file that people review.
 * With `--check` it writes nothing and fails when a report on disk is another one.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { manifestIn, publishedFolders } from './pack.js';

const isCheck = process.argv.includes('--check');
const silent = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };
const temporary = mkdtempSync(join(tmpdir(), 'tallyboard-api-'));

/** The entries of a package: the file of types of each, by the name of its report. */
const entriesIn = (folder: string): readonly (readonly [report: string, types: string])[] =>
  Object.entries(manifestIn(folder).exports ?? {}).flatMap(([path, target]) => {
    if (typeof target === 'string' || target['types'] === undefined) return [];
    const name = `${folder.replace('packages/', '')}${path.slice(1).replace('/', '-')}`;
    return [[name, join(folder, target['types'])] as const];
  });

const expected = new Set<string>();
try {
  for (const folder of publishedFolders()) {
    for (const [name, types] of entriesIn(folder)) {
      expected.add(`${name}.api.md`);
      const config = ExtractorConfig.prepare({
        configObjectFullPath: undefined,
        packageJsonFullPath: resolve(folder, 'package.json'),
        configObject: {
          projectFolder: resolve(folder),
          mainEntryPointFilePath: resolve(types),
          compiler: { tsconfigFilePath: resolve(folder, 'tsconfig.json') },
          apiReport: {
            enabled: true,
            reportFileName: name,
            reportFolder: resolve('api'),
            reportTempFolder: temporary,
          },
          docModel: { enabled: false },
          dtsRollup: { enabled: false },
          tsdocMetadata: { enabled: false },
          newlineKind: 'lf',
          messages: {
            compilerMessageReporting: { default: silent },
            extractorMessageReporting: { default: silent },
            tsdocMessageReporting: { default: silent },
          },
        },
      });
      const { apiReportChanged } = Extractor.invoke(config, {
        localBuild: !isCheck,
        messageCallback: (message) => {
          message.handled = true;
        },
      });
      if (!isCheck || !apiReportChanged) continue;
      console.error(`api/${name}.api.md:1: error: is not what is built; run \`npm run generate\``);
      process.exitCode = 1;
    }
  }
  for (const file of readdirSync('api').filter((one) => !expected.has(one))) {
    console.error(`api/${file}:1: error: is the report of no entry`);
    process.exitCode = 1;
  }
} finally {
  rmSync(temporary, { recursive: true });
}
