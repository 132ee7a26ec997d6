import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../shipped.js';

/* Processes timed from their start: what a person waits for who types a command. */

/** The command of this repository. */
export const tallyboard = fileURLToPath(fileOf('packages/cli/bin/tallyboard.mjs'));

/** A compiled module of this folder. */
export const moduleAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What a run took: from start to end, and of all cores together. */
export interface Taken {
  readonly ms: number;
  readonly cpuMs: number;
}

const meter = moduleAt('meter.js');

const started = (args: readonly string[], stdout: 'ignore' | 'pipe'): ChildProcess =>
  spawn(process.execPath, ['--max-old-space-size=12288', '--import', meter, ...args], {
    stdio: ['ignore', stdout, 'pipe', 'pipe'],
  });

const textOf = (child: ChildProcess, at: 1 | 2 | 3): (() => string) => {
  let text = '';
  child.stdio[at]?.on('data', (chunk) => (text += String(chunk)));
  return () => text;
};

/** Runs a module of Node to its end; rejects when it fails. */
export const timedRun = async (args: readonly string[]): Promise<Taken> => {
  const start = performance.now();
  const child = started(args, 'ignore');
  const [errors, metered] = [textOf(child, 2), textOf(child, 3)];
  const code = await new Promise((resolve) => child.once('close', resolve));
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`${args.join(' ')}\n${errors().slice(-2000)}`);
  return { ms, cpuMs: Number(metered()) };
};

/** Starts a module and waits for its first answer; it ends by itself or is asked to. */
export const timedAnswer = async <A>(
  args: readonly string[],
  answer: (firstLine: string) => Promise<A> | A,
  endsItself: boolean,
): Promise<Taken & { readonly answer: A }> => {
  const start = performance.now();
  const child = started(args, 'pipe');
  const [output, errors, metered] = [textOf(child, 1), textOf(child, 2), textOf(child, 3)];
  const ended = new Promise((resolve) => child.once('close', resolve));
  const lineCame = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output().includes('\n') && resolve());
  });
  await Promise.race([lineCame, ended]);
  if (!output().includes('\n')) throw new Error(`${args.join(' ')}\n${errors().slice(-2000)}`);
  const given = await answer(output().slice(0, output().indexOf('\n')));
  const ms = performance.now() - start;
  if (!endsItself) child.kill('SIGTERM');
  await ended;
  return { ms, cpuMs: Number(metered()), answer: given };
};
