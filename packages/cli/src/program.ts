import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { boardCommand } from './commands/board.js';
import { generateCommand } from './commands/generate.js';
import { importCommand } from './commands/import.js';
import { keysCommand } from './commands/keys.js';
import { meCommand } from './commands/me.js';
import { metricsCommand } from './commands/metrics.js';
import { rosterCommand } from './commands/roster.js';
import { serveCommand } from './commands/serve.js';
import { statsCommand } from './commands/stats.js';
import { upgradeCommand } from './commands/upgrade.js';
import { exitCodes, type Terminal, VerbRefused } from './terminal.js';

/** The verbs, in the order of the help page; each is a file under `commands/`. */
const verbs: readonly ((terminal: Terminal) => Command)[] = [
  serveCommand,
  generateCommand,
  metricsCommand,
  rosterCommand,
  boardCommand,
  meCommand,
  importCommand,
  keysCommand,
  statsCommand,
  upgradeCommand,
];

const versionOf = (manifest: URL): string => {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version;
};

const programOf = (terminal: Terminal): Command => {
  const program = new Command('tallyboard')
    .description('Organization analytics: ask any service, or serve facts of your own.')
    .version(versionOf(new URL('../package.json', import.meta.url)));
  for (const verb of verbs) program.addCommand(verb(terminal));
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ]) {
    // Commander would end the process by itself, which no test survives.
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    });
    const line = command === program ? 'tallyboard' : `tallyboard ${command.name()}`;
    command.showHelpAfterError(`(${line} --help tells more)`);
  }
  return program;
};

/** What the system refuses (a full disk, a missing right) names the call; all else is our fault. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof VerbRefused || (error instanceof Error && 'syscall' in error);

/** Runs one command line, without the program's name, and returns the exit code. */
export const runTallyboard = async (
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  try {
    await programOf(terminal).parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    }
    if (!isRefusal(error)) throw error;
    terminal.stderr.write(`error: ${error.message}\n`);
    return error instanceof VerbRefused ? error.exitCode : exitCodes.refused;
  }
};
