// `npm run verify`: all that must hold before a change is taken, on a fresh clone with Node and npm alone; stops at the
// first check that fails. The tests come last: their summary is the last line.
//   npm run verify -- docs audit     these checks only

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const release = mkdtempSync(join(tmpdir(), 'tallyboard-verify-'));
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The two slowest checks need nothing of the others: they run at the same time as those. */
const slow = {
  lint: 'eslint --max-warnings 0 .',
  signatures: 'scripts/dist/packages/api-reports.js --check',
};

/** Checks in their order, each with what scripts/run.mjs runs. */
const checks = {
  types: 'tsc -p tsconfig.check.json',
  format: 'biome check .',
  imports: 'depcruise packages conformance',
  unused: 'knip',
  tidy: 'scripts/dist/tidy.js',
  rooms: 'scripts/dist/rooms.js',
  links: 'scripts/dist/check-links.js',
  rules: 'scripts/dist/rules-file.js --check',
  metrics: 'scripts/dist/metrics-page.js --check',
  pictures: 'scripts/pictures.mjs --check',
  openapi: 'scripts/dist/openapi.js --check then scripts/openapi-tools/main.mjs',
  licences: 'scripts/check-licences.mjs',
  // A registry that gives no answer is no failure.
  audit: `npx --yes ${packageManager} audit --prod --ignore-registry-errors`,
  docs: 'npm run --silent docs',
  workflows: 'scripts/check-workflows.mjs',
  packages: `scripts/dist/packages/main.js --out ${release}`,
  reproducible: `scripts/dist/packages/reproducible.js --sums ${join(release, 'SHA256SUMS')}`,
};

/** Installs what tests use when it is there: without it they say what they skip. */
const installOptional = () => {
  const missing = ['chromium', 'redis-server', 'clickhouse-server'].filter(
    (name) => spawnSync('which', [name]).status !== 0,
  );
  if (missing.length === 0 || process.getuid?.() !== 0) return;
  const installs = missing.map((name) => `apt-get install -yq --no-install-recommends ${name}`);
  const script = ['apt-get update -q', ...installs].join('; ');
  spawnSync('sh', ['-c', script], { stdio: 'ignore', timeout: 240_000 });
};

/**
 * @param {string} script
 * @param {readonly string[]} words
 * @param {'inherit' | 'pipe'} output
 */
const start = (script, words, output = 'inherit') =>
  spawn(process.execPath, [script, ...words], {
    ...{ env: { ...process.env, CI: 'true' }, stdio: ['ignore', output, output] },
  });

const isSound = async (/** @type {import('node:child_process').ChildProcess} */ child) =>
  (await once(child, 'close'))[0] === 0;

/**
 * Runs checks one after another.
 *
 * @param {Readonly<Record<string, string>>} named
 * @returns {Promise<string | undefined>} the one that failed
 */
const runChecks = async (named) => {
  for (const [name, words] of Object.entries(named)) {
    console.log(`::: ${name} (${Math.round(performance.now() / 1000)} s)`);
    if (!(await isSound(start('scripts/run.mjs', words.split(' '))))) return name;
  }
  return undefined;
};

/** @returns {Promise<string | undefined>} the check that failed */
const runAll = async () => {
  installOptional();
  const others = start('scripts/verify.mjs', Object.keys(slow), 'pipe');
  let output = '';
  for (const stream of [others.stdout, others.stderr])
    stream?.on('data', (part) => (output += part));
  const areSound = isSound(others);
  const failed = await runChecks(checks);
  if (failed !== undefined) return failed;
  const isOk = await areSound;
  console.log(output);
  if (!isOk) return Object.keys(slow).join(' or ');
  // Those of `npm run test:whole` too, in one run: its last line counts all tests.
  return runChecks({ test: 'vitest run --project parts --project whole' });
};

/** @type {Readonly<Record<string, string>>} */
const all = { ...slow, ...checks };
const names = process.argv.slice(2);
const unknown = names.find((name) => all[name] === undefined);
const named = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
const failed =
  unknown === undefined
    ? ((await runChecks({ build: '--build node --version' })) ??
      (await (names.length === 0 ? runAll() : runChecks(named))))
    : `${unknown}: there are ${Object.keys(all).join(', ')}`;
if (failed !== undefined) {
  console.error(`error: the check ${failed} failed`);
  process.exitCode = 1;
}
rmSync(release, { recursive: true, force: true });
