import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The engines by the names of their programs. */
type EngineName = 'redis-server' | 'clickhouse-server';

const isThere = (name: string): boolean =>
  [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin'].some((directory) =>
    existsSync(join(directory, name)),
  );

/** Why tests of some engines are skipped, in one line; `null` when all of the engines are there. */
export const missingEngines = (...names: readonly EngineName[]): string | null => {
  const missing = names.filter((name) => !isThere(name));
  return missing.length === 0
    ? null
    : `${missing.join(' and ')} not installed: \`apt-get install ${missing.join(' ')}\` brings it`;
};

/**
 * Why tests that take long, with several servers or with faults, are skipped, in one line; `null` when
 * they run: they were asked for by `TALLYBOARD_ENGINES=1`, and all of the engines are there.
 */
export const missingForLong = (...names: readonly EngineName[]): string | null =>
  process.env['TALLYBOARD_ENGINES'] === '1'
    ? missingEngines(...names)
    : '`npm run test:engines` runs them';

/** A server of ours that runs, or can be started again. */
export interface Engine {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Kills it and waits for its end. */
  readonly crash: () => Promise<void>;
  /** Stops it from answering without ending it, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

/** Servers of one program. */
export interface Engines {
  readonly nodes: readonly Engine[];
  /** All nodes, with commas between them. */
  readonly urls: string;
  /** Stops them and removes their files. */
  readonly dispose: () => Promise<void>;
}

/** How one server is started and reached. */
export interface Setup {
  readonly url: string;
  readonly args: readonly string[];
  readonly answers: () => Promise<boolean>;
}

const running = new Set<ChildProcess>();
// A process that ends without stopping its servers leaves none behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Whether no process listens on a port. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Ports that no process listens on. Below those that systems give away: none is taken before a server starts. */
const freePorts = async (count: number): Promise<readonly number[]> => {
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
const engineOf = (command: EngineName, { url, args, answers }: Setup): Engine => {
  let child: ChildProcess | null = null;
  return {
    url,
    start: async () => {
      const started = spawn(command, args, { stdio: 'ignore' });
      child = started;
      running.add(started);
      started.once('exit', () => running.delete(started));
      await until(answers, command);
    },
    crash: async () => {
      const ending = child;
      child = null;
      if (ending?.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
};

/** Starts servers of one program. Each has a directory and two ports of its own. */
export const startEngines = async (
  command: EngineName,
  count: number,
  setUp: (directory: string, ports: readonly [number, number]) => Setup | Promise<Setup>,
): Promise<Engines> => {
  const root = await mkdtemp(join(tmpdir(), `tallyboard-${command}-`));
  const ports = await freePorts(2 * count);
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const directory = join(root, String(at));
      await mkdir(directory);
      return engineOf(command, await setUp(directory, [ports[2 * at]!, ports[2 * at + 1]!]));
    }),
  );
  await Promise.all(nodes.map(({ start }) => start()));
  return {
    nodes,
    urls: nodes.map(({ url }) => url).join(','),
    dispose: async () => {
      await Promise.all(nodes.map(({ crash }) => crash()));
      await rm(root, { recursive: true, force: true });
    },
  };
};
