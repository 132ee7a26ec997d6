import { readFileSync } from 'node:fs';
import { runTallyboard } from './program.js';

// A reader that closes the output early is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runTallyboard(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => Date.now(),
  env: process.env,
  readInput: () => readFileSync(0, 'utf8'),
  exit: (code, signal) => {
    // A signal ends all threads at once. `exit` ends them one by one, and DuckDB aborts the process while a statement runs.
    if (signal !== undefined) process.removeAllListeners(signal).kill(process.pid, signal);
    process.exit(code);
  },
});
