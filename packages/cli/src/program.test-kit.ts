import { runTallyboard } from './program.js';

/** Runs commands as a terminal does at an instant: the exit code, and what is printed. */
export const commandAt =
  (now: () => number) =>
  async (...args: readonly string[]) => {
    let [stdout, stderr] = ['', ''];
    const code = await runTallyboard(args, {
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      now,
    });
    return { code, stdout, stderr };
  };
