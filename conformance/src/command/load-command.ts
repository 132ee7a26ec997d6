import { spawn } from 'node:child_process';
import { ConfigurationFault } from './fault.js';

const limitMs = 120_000;

/** Runs an operator's command by the shell; its output goes to standard error. */
export const runLoadCommand = (template: string, facts: string, now: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = template.replaceAll('{facts}', `'${facts}'`).replaceAll('{now}', now);
    // A group of its own, so that what the command started ends with it when it takes too long.
    const child = spawn(command, { shell: true, stdio: ['ignore', 2, 2], detached: true });
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      reject(new ConfigurationFault(`--load-command took more than ${limitMs / 1000} s.`));
    }, limitMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(new ConfigurationFault(`--load-command: ${error.message}`));
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new ConfigurationFault(`--load-command ended with exit code ${String(code)}.`));
    });
  });
