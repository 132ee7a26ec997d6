/**
 * Are the tests awake? Changes the core in small ways, one at a time, and runs the tests that reach the
 * change: `npm run test:mutation -- [area...] [--minutes N]`. Prints a score for each area; with
 * `--write` it also writes the numbers and survivors into docs/mutation.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { areas } from './areas.js';
import { type AreaResult, type Explained, pageOf, scoreOf, survivorsOf } from './report.js';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '120' },
    concurrency: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(areas);
const unknown = names.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0) {
  console.error(`error: ${unknown.join(', ')}: the areas are ${Object.keys(areas).join(', ')}`);
  process.exit(2);
}

const page = 'docs/mutation.md';
const results: AreaResult[] = [];
const endsAt = Date.now() + Number(values.minutes) * 60_000;
for (const area of names) {
  // One area is not cut short: half a score says nothing.
  if (Date.now() > endsAt) {
    console.log(`${area}: not begun, the ${values.minutes} minutes are over`);
    continue;
  }
  const stryker = new Stryker({
    mutate: [...(areas[area] ?? [])],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    ...({ vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false } } as object),
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    reporters: [],
    allowConsoleColors: false,
    tempDirName: join(tmpdir(), 'tallyboard-mutation'),
    ignorePatterns: ['/docs', '/bench', '**/dist'],
  });
  const mutants = await stryker.runMutationTest();
  results.push({ area, mutants });
  const { all, killed, score } = scoreOf(mutants);
  console.log(`${area}: ${killed} of ${all} mutants killed, score ${score.toFixed(1)} %`);
  for (const { file, line, replacement } of survivorsOf(mutants)) {
    console.log(`  survived ${file}: ${line} => ${replacement}`);
  }
}

if (values.write) {
  const explained = JSON.parse(
    readFileSync('scripts/mutation/explained.json', 'utf8'),
  ) as readonly Explained[];
  const [before = ''] = readFileSync(page, 'utf8').split('| area |');
  writeFileSync(page, before + pageOf(results, explained));
}
