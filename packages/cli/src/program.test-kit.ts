import { runTallyboard } from './program.js';

/** Runs commands as a terminal does at an instant: the exit code, and what is printed. */
export const commandAt = (now: () => number) => {
  const reading =
    (input: string) =>
    async (...args: readonly string[]) => {
      let [stdout, stderr] = ['', ''];
      const code = await runTallyboard(args, {
        stdout: { write: (text) => (stdout += text) },
        stderr: { write: (text) => (stderr += text) },
        now,
        readInput: () => input,
      });
      return { code, stdout, stderr };
    };
  return Object.assign(reading(''), { reading });
};
