// `npm run verify`: all that must hold before a change is taken, on a fresh clone with Node and npm alone; stops at the
// first check that fails. The tests come last: their summary is the last line.
//   npm run verify -- image audit     these checks only

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, CI: 'true' };
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
  'rule-index': 'scripts/dist/rule-index.js --check',
  metrics: 'scripts/dist/metrics-page.js --check',
  pictures: 'scripts/pictures.mjs --check',
  openapi: 'scripts/dist/openapi.js --check then scripts/openapi-tools/main.mjs',
  licences: 'scripts/check-licences.mjs',
  // Weaknesses that are known to the registry; one that gives no answer is no failure.
  audit: `npx --yes ${packageManager} audit --prod --ignore-registry-errors`,
  image: 'scripts/check-image.mjs',
  docs: 'npm run --silent docs',
  workflows: 'scripts/check-workflows.mjs',
  packages: `scripts/dist/packages/main.js --out ${release}`,
  reproducible: `scripts/dist/packages/reproducible.js --sums ${join(release, 'SHA256SUMS')}`,
};

/** What tests use when it is there, and say that they skip when it is not: Debian's packages by a command. */
const optional = [
  { command: 'chromium', packages: ['chromium'] },
  { command: 'clickhouse-server', packages: ['redis-server', 'clickhouse-server'] },
];

/** @param {readonly string[]} words */
const succeeds = ([command = '', ...args]) => {
  const options = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env: options, stdio: 'ignore', timeout: 120_000 }).status === 0;
};

const installOptional = () => {
  for (const { command, packages } of process.getuid?.() === 0 ? optional : []) {
    if (succeeds(['which', command]) || !succeeds(['which', 'apt-get'])) continue;
    const install = ['apt-get', 'install', '-yq', '--no-install-recommends', ...packages];
    if (!succeeds(['apt-get', 'update', '-q']) || !succeeds(install))
      console.log(`no ${packages.join(', ')}: the tests say what they skip`);
  }
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
    const args = [join(root, 'scripts/run.mjs'), ...words.split(' ')];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        text += part;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ isSound: code === 0, output: text }));
  });

const started = performance.now();
/** @param {string} name */
const announce = (name) =>
  console.log(`::: ${name} (${Math.round((performance.now() - started) / 1000)} s)`);

/** @returns {Promise<string | undefined>} the slow check that failed */
const runSlow = async () => {
  for (const [name, words] of Object.entries(slow)) {
    const { isSound, output } = await run(words, true);
    if (output !== '') process.stdout.write(`::: ${name}\n${output}`);
    if (!isSound) return name;
  }
  return undefined;
};

/** @param {Readonly<Record<string, string>>} named @returns {Promise<string | undefined>} the one that failed */
const runChecks = async (named) => {
  for (const [name, words] of Object.entries(named)) {
    announce(name);
    if (!(await run(words)).isSound) return name;
  }
  return undefined;
};

/** @returns {Promise<string | undefined>} the check that failed */
const runAll = async () => {
  installOptional();
  const others = runSlow();
  const failed = (await runChecks(checks)) ?? (await others);
  // Those of `npm run test:whole` too, in one run: its last line counts all tests.
  return failed ?? runChecks({ test: 'vitest run --project parts --project whole' });
};

try {
  /** @type {Readonly<Record<string, string>>} */
  const all = { ...slow, ...checks };
  const names = process.argv.slice(2);
  const unknown = names.find((name) => all[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`no check ${unknown}; there are ${Object.keys(all).join(', ')}`);
  announce('build');
  let failed = (await run('--build node --version')).isSound ? undefined : 'build';
  failed ??= await (names.length === 0
    ? runAll()
    : runChecks(Object.fromEntries(names.map((name) => [name, all[name] ?? '']))));
  if (failed !== undefined) throw new Error(`the check ${failed} failed`);
} catch (error) {
  console.error(`error: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(release, { recursive: true, force: true });
}
