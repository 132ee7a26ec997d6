import { runProgram } from './command/program.js';

// The code is set, not forced: what is still being written gets out.
process.exitCode = await runProgram(process.argv.slice(2));
