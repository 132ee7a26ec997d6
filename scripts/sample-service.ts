import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service in a process of its own. */
export interface RunningService {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
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
  return { address, ended, stop };
};
