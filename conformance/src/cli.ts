import { runProgram } from './command/program.js';

// A reader such as `head` closes the pipe when it has enough: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// The code is set, not forced: what is still being written gets out.
process.exitCode = await runProgram(process.argv.slice(2));
