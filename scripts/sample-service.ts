import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A service in a process of its own. */
export interface RunningService {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly pid: number;
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number>;
  /** Ends the process, in order unless the signal says otherwise; gives its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number>;
}

const running = new Set<ChildProcess>();
// A process that ends without stopping its services leaves none behind.
process.on('exit', () => {
  for (const service of running) service.kill('SIGKILL');
});

/**
 * Starts a service and waits until it says where it listens. The words after the program end with `serve` and
 * its flags.
 */
export const startService = async (
  [program = '', ...words]: readonly string[],
  options: SpawnOptions = {},
): Promise<RunningService> => {
  const service = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(service);
  const ended = once(service, 'exit').then(([code]) => {
    running.delete(service);
    return Number(code ?? 1);
  });
  const said = await Promise.race([once(service.stdout, 'data'), ended]);
  const address = /http:\S+/.exec(String(said))?.[0];
  if (address === undefined) throw new Error(`${words.join(' ')} ended before it listened`);
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number> => {
    service.kill(signal);
    return ended;
  };
  return { address, pid: service.pid!, ended, stop };
};

/** The organization that a sample is about, and the key of its owner. */
export interface SampleKey {
  readonly org: string;
  readonly key: string;
}

/** The key of a sample that `generate` wrote. */
export const keyOf = (folder: string): SampleKey =>
  (JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { main: SampleKey }).main;

/** The command of this repository, for a process that runs in its root. */
export const tallyboard = [process.execPath, 'packages/cli/bin/tallyboard.mjs'] as const;

/** Generates a sample with the command of this repository, serves it, and removes it after `stop`. */
export const serveSample = async (
  shape: string,
  ...flags: readonly string[]
): Promise<RunningService & SampleKey & { readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-sample-'));
  const generate = ['generate', ...shape.split(' '), '--out', folder];
  const { status, stderr } = spawnSync(tallyboard[0], [tallyboard[1], ...generate]);
  if (status !== 0) throw new Error(String(stderr));
  const serve = ['serve', '--facts', join(folder, 'facts'), '--port', '0', '--log-level', 'silent'];
  const service = await startService([...tallyboard, ...serve, ...flags]);
  const stop: RunningService['stop'] = async (signal) => {
    const code = await service.stop(signal);
    rmSync(folder, { recursive: true, force: true });
    return code;
  };
  return { ...service, ...keyOf(folder), folder, stop };
};
