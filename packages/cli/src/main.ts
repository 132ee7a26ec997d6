import { runTallyboard } from './program.js';

// Whoever reads only the head of the output has had enough; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runTallyboard(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => Date.now(),
  env: process.env,
  exit: (code) => process.exit(code),
});
