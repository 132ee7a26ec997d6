/**
 * Mutation tests: changes the core in small ways, one at a time, and runs the tests that reach the
 * change: `npm run test:mutation -- [area...] [--minutes N]`. Prints a score for each area; with
 * `--write` it also keeps the results of these areas and renews docs/mutation.md.
 */

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { areaNames, filesOf, testFoldersOf } from './areas.js';
import { mutationPage, reasonOf, scoreOf } from './page.js';
import { type AreaResult, keepResults, resultOf } from './results.js';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '120' },
    concurrency: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : areaNames;
const unknown = names.filter((name) => !areaNames.includes(name));
if (unknown.length > 0) {
  console.error(`error: ${unknown.join(', ')}: the areas are ${areaNames.join(', ')}`);
  process.exit(2);
}

const measure = async (area: string): Promise<AreaResult> => {
  // Read by vitest.config.ts, in the processes that run the tests.
  Object.assign(process.env, { TALLYBOARD_TEST_FOLDERS: testFoldersOf(area).join(',') });
  const stryker = new Stryker({
    mutate: [...filesOf(area)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    ...({ vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false } } as object),
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    // On a busy machine a slow run must not look like one that does not end.
    timeoutMS: 60_000,
    timeoutFactor: 5,
    reporters: [],
    allowConsoleColors: false,
    tempDirName: join(tmpdir(), `tallyboard-mutation-${process.pid}`),
    ignorePatterns: ['/docs', '/bench', '**/dist'],
  });
  return resultOf(area, await stryker.runMutationTest());
};

const report = (area: string, result: AreaResult): void => {
  const { killed, timedOut, survived, survivors } = result;
  console.log(
    `${area}: ${scoreOf(result)}, ${killed} killed, ${timedOut} timed out, ${survived} survived`,
  );
  for (const survivor of survivors) {
    if (reasonOf(survivor) !== null) continue;
    const { file, line, original, replacement } = survivor;
    console.log(`  ${file}: ${line}\n    ${original} => ${replacement}`);
  }
};

const endsAt = Date.now() + Number(values.minutes) * 60_000;
for (const area of names) {
  // One area is not cut short: half a score says nothing.
  if (Date.now() > endsAt) {
    console.log(`${area}: not begun, the ${values.minutes} minutes are over`);
    continue;
  }
  const result = await measure(area);
  report(area, result);
  if (!values.write) continue;
  keepResults({ [area]: result });
  writeFileSync(...mutationPage());
}
