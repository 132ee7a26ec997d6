import { Command, CommanderError } from 'commander';
import { FileFault } from '../files/own-file.js';
import { suiteName, suiteVersion } from '../suite.js';
import { diff } from './diff.js';
import { explore } from './explore.js';
import { ConfigurationFault, exitCodes, warn } from './operator.js';
import { plan } from './plan.js';
import { explain, replay } from './replay.js';
import { judge, resume, run } from './run.js';
import type { Verb } from './verb.js';
import { world } from './world.js';

const footer = `
Exit codes: 0 every must-rule in scope passes, 1 a failure, 2 a must-rule in
scope is undecided, 3 bad configuration, 4 the suite itself failed.

The shortest run, after export TALLYBOARD_API_KEY=...:
  ${suiteName} run --base-url https://service.example --org wksp_...
See what it would send first:
  ${suiteName} plan --org wksp_...
`;

const verbs: Readonly<Record<string, Verb>> = {
  plan,
  run,
  resume,
  judge,
  diff,
  replay,
  explain,
  world,
  explore,
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
  for (const [name, { says, args = [], options = [], act }] of Object.entries(verbs)) {
    const command = program.command(name).description(says);
    for (const [argument, what] of args) command.argument(argument, what);
    for (const option of options) command.addOption(option);
    command.action(async () => {
      code = await act(command.opts<never>(), ...command.args);
    });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error);
  }
};
