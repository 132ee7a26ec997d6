import { cpus, loadavg, totalmem } from 'node:os';
import { seed } from './schools.js';

/** Where and how a run was made. */
export interface Environment {
  readonly command: string;
  readonly date: string;
  readonly seed: number;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly minutes: number;
}

/** A command as pages print it: without the path of a file on this machine. */
export const commandOf = (verb: string, args: readonly string[]): string =>
  [verb, ...args].join(' ').replace(/ --json[ =]\S+/, '');

/** Begins a run; what comes back ends it, and says where and how it was made. */
export const beginRun = (command: string): (() => Environment) => {
  const begun = performance.now();
  const loadBefore = loadavg()[0]!;
  return () => ({
    command,
    date: new Date().toISOString().slice(0, 10),
    seed,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    loadAfter: loadavg()[0]!,
    minutes: (performance.now() - begun) / 60_000,
  });
};
