import { type ChildProcess, spawn } from 'node:child_process';
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

/** Ports that no process listens on. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer();
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
};

/** Waits until something holds. */
export const until = async (holds: () => Promise<boolean>, what: string, ms = 30_000) => {
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
