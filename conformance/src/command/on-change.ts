import { spawn } from 'node:child_process';
import type { Change } from '../watch/suspects.js';

/** The watch saves its state only after the command: one that never ends must not end the watch. */
const timeoutMs = 60_000;

/**
 * Runs the operator's command with the change as JSON on its standard input, for at most 60 s. A failure
 * is one line on standard error.
 */
export const runCommand = (command: string, change: Change, timeout = timeoutMs): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      timeout,
      killSignal: 'SIGKILL',
    });
    const failed = (why: string): void => {
      process.stderr.write(`--on-change failed: ${why}\n`);
      resolve();
    };
    child.on('error', (error) => failed(error.message));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else if (child.killed) failed(`it took longer than ${timeout / 1000} s`);
      else failed(`exit code ${String(code)}`);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(change)}\n`);
  });
