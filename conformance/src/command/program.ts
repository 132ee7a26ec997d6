import { Command, CommanderError } from 'commander';
import { FileFault } from '../files/own-file.js';
import { suiteName, suiteVersion } from '../suite.js';
import { addDiff } from './diff.js';
import { addExplore } from './explore.js';
import { ConfigurationFault, exitCodes, warn } from './operator.js';
import { addPlan } from './plan.js';
import { addExplain, addReplay } from './replay.js';
import { addJudge, addResume, addRun } from './run.js';
import { addWorld } from './world.js';

const footer = `
Exit codes: 0 every must-rule in scope passes, 1 a failure, 2 a must-rule in
scope is undecided, 3 bad configuration, 4 the suite itself failed.

The shortest run, after export TALLYBOARD_API_KEY=...:
  ${suiteName} run --base-url https://service.example --org wksp_...
See what it would send first:
  ${suiteName} plan --org wksp_...
`;

const addVerbs = (program: Command, exit: (code: number) => void): void => {
  addPlan(program, exit);
  addRun(program, exit);
  addResume(program, exit);
  addJudge(program, exit);
  addDiff(program, exit);
  addReplay(program, exit);
  addExplain(program, exit);
  addWorld(program, exit);
  addExplore(program, exit);
};

const codeOf = (error: unknown): number => {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.pass : exitCodes.configuration;
  }
  if (error instanceof ConfigurationFault || error instanceof FileFault) {
    warn(`${suiteName}: ${error.message}\n`);
    return exitCodes.configuration;
  }
  warn(
    `${suiteName} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return exitCodes.suite;
};

/** Runs the command line and gives the exit code; nothing here ends the process. */
export const runProgram = async (words: readonly string[]): Promise<number> => {
  let code: number = exitCodes.pass;
  const program = new Command(suiteName)
    .description('a verdict per rule of the specification on any deployment')
    .version(suiteVersion)
    .addHelpText('after', footer)
    .exitOverride()
    .configureHelp({ sortSubcommands: false });
  addVerbs(program, (found) => {
    code = found;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error);
  }
};
