/** Programs that scripts run: to their end, or as services. */

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a line of Bash and gives what it printed; throws all of that when the exit code is not 0. */
export const run = (cwd: string, line: string, env: NodeJS.ProcessEnv = {}): string => {
  const { status, stdout, stderr, error } = spawnSync(line, {
    ...{
      cwd,
      shell: 'bash',
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, ...env },
    },
  });
  if (status !== 0) throw new Error(`${line}: ${error ?? status}\n${stdout}${stderr}`);
  return stdout;
};

/** Makes an empty project in a folder of its own. */
export const emptyProject = (scratch: string, name: string, fields: object = {}): string => {
  const project = join(scratch, name);
  mkdirSync(project);
  const manifest = JSON.stringify({ private: true, type: 'module', ...fields });
  writeFileSync(join(project, 'package.json'), manifest);
  return project;
};

/** A service in a process of its own. */
export interface RunningService {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number>;
  /** Ends the process in order; gives its exit code. */
  readonly stop: () => Promise<number>;
}

const running = new Set<ChildProcess>();
// A process that ends without stopping its services leaves none behind.
process.on('exit', () => {
  for (const service of running) service.kill('SIGKILL');
});

/** Starts a service by Node and waits until it says where it listens. */
export const startService = async (
  words: readonly string[],
  options: SpawnOptions = {},
): Promise<RunningService> => {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const service = spawn(process.execPath, words, { ...options, stdio: [...stdio] });
  running.add(service);
  const ended = once(service, 'exit').then(([code]) => {
    running.delete(service);
    return Number(code ?? 1);
  });
  const said = await Promise.race([once(service.stdout, 'data'), ended]);
  const address = /http:\S+/.exec(String(said))?.[0];
  if (address === undefined) throw new Error(`${words.join(' ')} ended before it listened`);
  const stop = (): Promise<number> => {
    service.kill('SIGTERM');
    return ended;
  };
  return { address, ended, stop };
};

/**
 * Makes a sample, serves it, and gives the suite's verdict about it, a line.
 *
 * @param tallyboard - the file of the command
 * @param suite - the line that runs the suite
 * @param source - what the service reads
 */
export const judgeSample = async (
  cwd: string,
  tallyboard: string,
  suite: string,
  source: 'facts' | 'store',
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const shape = '--seed 1 --org-type school --members 30 --months 3 --events 2000';
  run(cwd, `node ${tallyboard} generate ${shape} --out sample`);
  if (source === 'store') run(cwd, `node ${tallyboard} import --store store sample/facts`);
  const flags = source === 'store' ? ['--store', 'store'] : ['--facts', 'sample/facts'];
  const words = [tallyboard, 'serve', ...flags, '--port', '0', '--log-level', 'error'];
  const { address, stop } = await startService(words, { cwd });
  try {
    for (const path of ['/docs', '/docs/api-reference.js', '/openapi.json', '/explore']) {
      const { status } = await fetch(address + path);
      if (status !== 200) throw new Error(`${path} of ${tallyboard}: ${status}`);
    }
    const target = `--base-url ${address} --config sample/keys.json --frozen --fresh-quota`;
    return /^PASS.*$/m.exec(run(cwd, `${suite} run ${target}`, env))![0];
  } finally {
    await stop();
  }
};
