// `npm run verify`: all that must hold before a change is taken, on a fresh clone with Node and npm alone; stops at the
// first check that fails. The tests come last: their summary is the last line.
//   npm run verify -- docs audit     these checks only

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const release = mkdtempSync(join(tmpdir(), 'tallyboard-verify-'));
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The two slowest checks need nothing of the others: they run at the same time, one after the other. */
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
 * Runs programs to their end.
 *
 * @param {string} words what scripts/run.mjs takes
 * @param {boolean} isQuiet keeps what they print
 * @returns {Promise<{ isSound: boolean, output: string }>}
 */
const run = (words, isQuiet = false) =>
  new Promise((resolve, reject) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, ['scripts/run.mjs', ...words.split(' ')], {
      cwd: root,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', output, output],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ isSound: code === 0, output: text }));
  });

const started = performance.now();

/**
 * Runs checks one after another.
 *
 * @param {Readonly<Record<string, string>>} named
 * @param {boolean} isQuiet prints what they say when they have ended
 * @returns {Promise<string | undefined>} the one that failed
 */
const runChecks = async (named, isQuiet = false) => {
  for (const [name, words] of Object.entries(named)) {
    if (!isQuiet)
      console.log(`::: ${name} (${Math.round((performance.now() - started) / 1000)} s)`);
    const { isSound, output } = await run(words, isQuiet);
    if (output !== '') console.log(`::: ${name}\n${output}`);
    if (!isSound) return name;
  }
  return undefined;
};

/** @returns {Promise<string | undefined>} the check that failed */
const runAll = async () => {
  installOptional();
  const others = runChecks(slow, true);
  const failed = (await runChecks(checks)) ?? (await others);
  // Those of `npm run test:whole` too, in one run: its last line counts all tests.
  return failed ?? runChecks({ test: 'vitest run --project parts --project whole' });
};

/** @type {Readonly<Record<string, string>>} */
const all = { ...slow, ...checks };
const names = process.argv.slice(2);
const unknown = names.find((name) => all[name] === undefined);
let failed =
  unknown === undefined ? undefined : `${unknown}: there are ${Object.keys(all).join(', ')}`;
failed ??= await runChecks({ build: '--build node --version' });
failed ??= await (names.length === 0
  ? runAll()
  : runChecks(Object.fromEntries(names.map((name) => [name, all[name] ?? '']))));
if (failed !== undefined) {
  console.error(`error: the check ${failed} failed`);
  process.exitCode = 1;
}
rmSync(release, { recursive: true, force: true });
