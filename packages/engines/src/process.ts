import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A server of ours that runs, or can be started again. */
export interface Engine {
  readonly start: () => Promise<void>;
  /** Ends it and waits for that; SIGKILL is a crash, SIGTERM a proper end. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Stops it from answering without ending it, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

const running = new Set<ChildProcess>();
// A process that ends without stopping its servers leaves none behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether no process listens on a port. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Ports that no process listens on. Below those that systems give away: none is taken before a server starts. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
};

/** Waits until something holds. */
export const until = async (holds: () => Promise<boolean>, what: string, ms = 120_000) => {
  const end = Date.now() + ms;
  for (;;) {
    if (await holds().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`waited ${ms / 1000} seconds for ${what}`);
    await pause(20);
  }
};

/** A server as a child process. */
export const engineOf = (
  command: string,
  args: readonly string[],
  answers: () => Promise<boolean>,
): Engine => {
  let child: ChildProcess | null = null;
  return {
    start: async () => {
      const started = spawn(command, args, { stdio: 'ignore' });
      child = started;
      running.add(started);
      started.once('exit', () => running.delete(started));
      await until(answers, command);
    },
    stop: async (signal = 'SIGTERM') => {
      const ending = child;
      child = null;
      if (ending?.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      if (signal === 'SIGTERM') {
        const late = setTimeout(() => ending.kill('SIGKILL'), 10_000);
        await ended;
        clearTimeout(late);
      }
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
};
