// The command, as processes of their own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/cli/bin/tallyboard.mjs', import.meta.url));

/**
 * Runs one verb to its end.
 *
 * @param {readonly string[]} args
 */
export const tallyboard = async (args) => {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tallyboard ${args[0]} ended with ${code}`);
};

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
// A process that ends without closing leaves nothing behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The most memory that a process had, in bytes. @param {number} pid */
const peakBytesOf = (pid) => {
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return 1024 * Number(found?.[1] ?? 0);
};

/**
 * Starts a service and waits until it listens.
 *
 * @param {readonly string[]} args
 */
export const startReplica = async (args) => {
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^listening on (\S+)$/.exec(line);
    if (found === null) continue;
    /** @param {NodeJS.Signals} signal */
    const close = async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    };
    const peakBytes = () => peakBytesOf(child.pid ?? 0);
    return { address: String(found[1]), close, peakBytes };
  }
  throw new Error('a replica ended before it listened');
};
