import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { overSocket, type SocketServer } from '../conformance/selftest/over-socket.test-kit.js';
import { serve } from '../conformance/selftest/reference.test-kit.js';
import { buildWorld } from '../conformance/src/world/build-world.js';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly required?: true; readonly default?: string }>
  >;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync('conformance/action/action.yml', 'utf8')) as Action;
const place = mkdtempSync(join(tmpdir(), 'tallyboard-action-'));
const world = buildWorld({ seed: 7, now: new Date().toISOString() });

/** Set to break the service: every refusal of an unknown metric is served. */
let isBroken = false;
let server: SocketServer;
const suite = join(place, 'suite.mjs');

beforeAll(async () => {
  const { fetch } = serve(world, { allowance: 0 });
  server = await overSocket(async (request) => {
    const response = await fetch(request);
    const isServed = isBroken && response.status === 415;
    return isServed ? new Response(response.body, { headers: response.headers }) : response;
  });
  await build({
    ...{ entryPoints: ['conformance/src/cli.ts'], outfile: suite, bundle: true },
    ...{ platform: 'node', format: 'esm', conditions: ['@tallyboard/source'] },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
});

afterAll(() => server.close());

/** The value of an expression of the action, as a runner gives it. */
const valueOf = (text: string, inputs: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    const value = inputs[name] ?? action.inputs[name]?.default;
    if (value === undefined) throw new Error(`The action has no input ${name}.`);
    return value;
  });

interface Ran {
  readonly code: number;
  readonly printed: string;
}

const runStep = (
  step: Step,
  inputs: Readonly<Record<string, string>>,
  directory: string,
): Promise<Ran> =>
  new Promise((resolve) => {
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, valueOf(value, inputs)]),
    );
    const runner = {
      GITHUB_OUTPUT: join(directory, 'output'),
      GITHUB_STEP_SUMMARY: join(directory, 'summary.md'),
    };
    // What `shell: bash` means on a runner.
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''];
    const child = spawn('bash', words, {
      cwd: directory,
      env: { ...process.env, ...runner, ...env },
    });
    let printed = '';
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    child.stderr.resume();
    child.on('close', (code) => resolve({ code: code ?? -1, printed }));
  });

const inputsFor = (more: Readonly<Record<string, string>> = {}) => ({
  'base-url': server.baseUrl,
  organization: world.targets.main.org,
  key: world.targets.main.key,
  command: `node ${suite}`,
  ...more,
});

const [run, upload] = action.runs.steps;
if (run === undefined || upload === undefined) throw new Error('The action has two steps.');

const runIn = (directory: string, more: Readonly<Record<string, string>> = {}) =>
  runStep(run, inputsFor(more), directory);

test('the action is composite, and its artifact holds what the run wrote, also after a failure', () => {
  expect(action.runs.using).toBe('composite');
  expect(upload.if).toBe('${{ !cancelled() }}');
  expect(upload.uses).toMatch(/^actions\/upload-artifact@[0-9a-f]{40}$/);
  expect(valueOf(upload.with?.['path'] ?? '', {})).toBe('conformance-report');
});

test('a right service passes: summary, reports and the exit code', async () => {
  isBroken = false;
  const directory = mkdtempSync(join(place, 'job-'));
  const { code, printed } = await runIn(directory);
  expect([code, /::error/.exec(printed)]).toEqual([0, null]);
  expect(printed).toMatch(/^PASS {2}All \d+ rules hold/m);
  expect(readFileSync(join(directory, 'output'), 'utf8')).toBe('exit-code=0\n');
  expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toMatch(/^## PASS/);
  for (const name of ['history.ndjson', 'report.json', 'report.html', 'report.xml']) {
    expect([name, existsSync(join(directory, 'conformance-report', name))]).toEqual([name, true]);
  }
});

test('a failure is printed and fails the job; with it in the baseline only new ones do', async () => {
  isBroken = true;
  const directory = mkdtempSync(join(place, 'job-'));
  const failed = await runIn(directory);
  expect(failed.code).toBe(1);
  expect(failed.printed).toMatch(/^✕ 4-T3a /m);
  const report = readFileSync(join(directory, 'conformance-report/report.json'), 'utf8');
  writeFileSync(join(directory, 'conformance-baseline.json'), report);
  // Which rules are run is no matter of the baseline; one takes less time than all.
  const one = { arguments: '--only 4-T3a' };
  const known = await runIn(directory, { ...one, 'fail-on': 'new' });
  expect(known.code).toBe(0);
  expect(known.printed).toContain('4-T3a');
  expect((await runIn(directory, one)).code).toBe(1);
});
