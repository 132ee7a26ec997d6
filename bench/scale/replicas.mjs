// The command, as processes of their own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tallyboard as command, startService } from '../../scripts/dist/sample-service.js';

/**
 * Runs one verb to its end.
 *
 * @param {readonly string[]} args
 */
export const tallyboard = async (args) => {
  const [node, bin] = command;
  const child = spawn(node, [bin, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tallyboard ${args[0]} ended with ${code}`);
};

/**
 * Starts a service and waits until it listens.
 *
 * @param {readonly string[]} args
 */
export const startReplica = async (args) => {
  const { address, pid, stop } = await startService([...command, 'serve', ...args]);
  /** The most memory that the process had, in bytes. */
  const peakBytes = () => {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return 1024 * Number(found?.[1] ?? 0);
  };
  return { address, close: stop, peakBytes };
};
