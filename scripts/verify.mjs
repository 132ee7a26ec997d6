// `npm run verify`: all that must hold before a change is taken, on a fresh clone with Node and npm alone.
// Stops at the first step that fails. The tests come last: their summary is the last line.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, CI: 'true' };
const release = mkdtempSync(join(tmpdir(), 'tallyboard-verify-'));

/** The two slowest checks need nothing of the others: they run beside them, one after the other. */
const beside = ['lint', 'api:check'];

/**
 * npm scripts with their arguments, in this order.
 *
 * @type {readonly (readonly string[])[]}
 */
const steps = [
  ...['types', 'format:check', 'layers', 'unused', 'tidy', 'rooms', 'links'].map((name) => [name]),
  ...['rule-index:check', 'pages:check', 'openapi:check', 'openapi:tools'].map((name) => [name]),
  ...['licences:check', 'image', 'docs', 'workflows', 'audit'].map((name) => [name]),
  ['packages', '--', '--out', release],
  ['reproducible', '--', '--sums', join(release, 'SHA256SUMS')],
];

/** Exit codes that are no failure: the audit says with 3 that the registry could not be asked. */
const accepted = new Map([['audit', 3]]);

/** What tests use when it is there, and say that they skip when it is not: Debian's packages by a command. */
const optional = [
  { what: 'browser', command: 'chromium', packages: ['chromium'] },
  {
    what: 'engines',
    command: 'clickhouse-server',
    packages: ['redis-server', 'clickhouse-server'],
  },
];

/** @param {readonly string[]} words */
const isDone = ([command = '', ...args]) => {
  const options = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env: options, stdio: 'ignore', timeout: 120_000 }).status === 0;
};

for (const { what, command, packages } of process.getuid?.() === 0 ? optional : []) {
  if (isDone(['which', command]) || !isDone(['which', 'apt-get'])) continue;
  console.log(`::: ${what}`);
  const install = ['apt-get', 'install', '-yq', '--no-install-recommends', ...packages];
  if (!isDone(['apt-get', 'update', '-q']) || !isDone(install))
    console.log(`no ${packages.join(', ')}: the tests say what they skip`);
}

/**
 * Runs an npm script.
 *
 * @param {readonly string[]} script
 * @param {'inherit' | 'pipe'} output
 * @returns {Promise<{ isSound: boolean, output: string }>}
 */
const run = (script, output = 'inherit') =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', ...script], {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
      shell: process.platform === 'win32',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        text += part;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      const isSound = code === 0 || (code !== null && accepted.get(script[0] ?? '') === code);
      resolve({ isSound, output: text });
    });
  });

/** Runs the scripts that run beside, and keeps what they print. */
const runBeside = async () => {
  let printed = '';
  for (const name of beside) {
    const { isSound, output } = await run([name], 'pipe');
    printed += `::: ${name}\n${output}`;
    if (!isSound) return { failed: name, printed };
  }
  return { failed: undefined, printed };
};

const started = performance.now();
/** @param {string} name */
const announce = (name) =>
  console.log(`::: ${name} (${Math.round((performance.now() - started) / 1000)} s)`);

/** @returns {Promise<string | undefined>} the step that failed */
const failedStep = async () => {
  announce('build');
  if (!(await run(['build'])).isSound) return 'build';
  const others = runBeside();
  let failed;
  for (const step of steps) {
    announce(step[0] ?? '');
    if ((await run(step)).isSound) continue;
    failed = step[0];
    break;
  }
  const alongside = await others;
  process.stdout.write(alongside.printed);
  failed ??= alongside.failed;
  if (failed !== undefined) return failed;
  announce('test');
  // Those of `npm run test:whole` too, in one run: its last line counts all tests.
  return (await run(['test', '--', '--project', 'whole'])).isSound ? undefined : 'test';
};

try {
  const failed = await failedStep();
  if (failed !== undefined) {
    console.error(`error: npm run ${failed} failed`);
    process.exitCode = 1;
  }
} finally {
  rmSync(release, { recursive: true, force: true });
}
