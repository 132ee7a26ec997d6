import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command, CommanderError, Help, type Option } from 'commander';
import { version } from './installed.js';
import { exitCodes, type Terminal, VerbRefused } from './terminal.js';

type Verb = (terminal: Terminal) => Command;

/** The verbs by the group of the help that lists them; each is a file under `commands/`. */
const groups = {
  'Facts of your own': {
    generate: async () => (await import('./commands/generate.js')).generateCommand,
    serve: async () => (await import('./commands/serve.js')).serveCommand,
    import: async () => (await import('./commands/import.js')).importCommand,
    keys: async () => (await import('./commands/keys.js')).keysCommand,
    stats: async () => (await import('./commands/stats.js')).statsCommand,
    index: async () => (await import('./commands/index-file.js')).indexCommand,
    backup: async () => (await import('./commands/backup.js')).backupCommand,
    sweep: async () => (await import('./commands/sweep.js')).sweepCommand,
  },
  'Any service': {
    metrics: async () => (await import('./commands/metrics.js')).metricsCommand,
    roster: async () => (await import('./commands/roster.js')).rosterCommand,
    report: async () => (await import('./commands/report.js')).reportCommand,
  },
  Shell: {
    completion: async () => (await import('./commands/completion.js')).completionCommand,
  },
} as const satisfies Record<string, Readonly<Record<string, () => Promise<Verb>>>>;

const verbs: Readonly<Record<string, () => Promise<Verb>>> = Object.fromEntries(
  Object.values(groups).flatMap((group) => Object.entries(group)),
);

const help = `
Start with a sample:
  tallyboard generate --seed 1 --org-type school --members 50 --months 12 \\
    --events 5000 --out sample
  tallyboard serve --facts sample/facts

Boards and your own user are one request each:
  curl -H "X-API-KEY: $TALLYBOARD_API_KEY" \\
    "$TALLYBOARD_BASE_URL/v1/me?include=organizations,boards"
  curl -H "X-API-KEY: $TALLYBOARD_API_KEY" \\
    "$TALLYBOARD_BASE_URL/v1/boards/BOARD_ID?include=sections,posts,comments"`;

/** The width of help, also on a wider terminal. */
const helpWidth = 80;

/** A command line that begins with a verb needs no other, but for `completion`, which lists them; `--version` needs none. */
const verbsFor = ([first = '']: readonly string[]): Promise<readonly Verb[]> => {
  if (first === '--version' || first === '-V') return Promise.resolve([]);
  const isAlone = Object.hasOwn(verbs, first) && first !== 'completion';
  const named = isAlone ? verbs[first] : undefined;
  const wanted = named === undefined ? Object.values(verbs) : [named];
  return Promise.all(wanted.map((load) => load()));
};

/** A command with those that it is part of, as it is typed: `tallyboard keys create`. */
const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

/** Commander would refuse the first missing option alone: this names all of them. */
const refuseAllMissing = (command: Command): void => {
  const required = command.options.filter(({ mandatory }) => mandatory);
  for (const option of required) option.mandatory = false;
  if (required.length === 0) return;
  command.hook('preAction', () => {
    const missing = required
      .filter((option) => command.getOptionValue(option.attributeName()) === undefined)
      .map(({ flags }) => `'${flags}'`);
    if (missing.length === 0) return;
    const options = missing.length === 1 ? 'option' : 'options';
    command.error(`error: required ${options} ${missing.join(', ')} not specified`, {
      exitCode: exitCodes.usage,
    });
  });
};

/** The help has the rule of the variables once, and not the variable of each option. */
const withoutVariable = (option: Option): string =>
  new Help().optionDescription(Object.create(option, { envVar: { value: undefined } }) as Option);

/** Says at the end of the help which options a variable gives, too. */
const listVariables = (command: Command): void => {
  const options = command.options.filter(({ envVar }) => envVar !== undefined);
  const [first, ...others] = options;
  if (first === undefined) return;
  const names = options.map(({ envVar }) => envVar).join(', ');
  command.addHelpText(
    'after',
    others.length < 3
      ? `\nAlso taken from the environment: ${names}.`
      : `\nEach option has a variable, too, such as ${first.envVar} for ${first.long}.`,
  );
};

const programOf = (terminal: Terminal, known: readonly Verb[]): Command => {
  const program = new Command('tallyboard')
    .description('Organization analytics: serve facts of your own, or ask any service.')
    .version(version())
    .commandsGroup('Shell:')
    .addHelpText('after', help);
  for (const verb of known) {
    const command = verb(terminal);
    const [heading] = Object.entries(groups).find(([, one]) => command.name() in one)!;
    program.addCommand(command.helpGroup(`${heading}:`));
  }
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ]) {
    // Commander would end the process by itself, which no test survives.
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => Math.min(helpWidth, terminal.stdout.columns ?? helpWidth),
      getErrHelpWidth: () => helpWidth,
    });
    command.configureHelp({ optionDescription: withoutVariable });
    listVariables(command);
    refuseAllMissing(command);
    command.showHelpAfterError(`(${fullName(command)} --help lists what it takes)`);
  }
  return program;
};

/** What the system refuses (a full disk, a missing right) names the call; all else is our fault. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof VerbRefused || (error instanceof Error && 'syscall' in error);

/** DuckDB, or its binary for this machine, is not installed: the command as one file has none. */
const lacksDuckdb = (error: unknown): boolean =>
  error instanceof Error && /Cannot find (?:package|module) '@duckdb\//.test(error.message);

const duckdbMissing =
  'this verb needs DuckDB, which is not installed here; install the package `tallyboard`, ' +
  'or `@duckdb/node-api` beside this file';

/** What helps against a refusal of the system, by its code. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE:
    '; another process listens there: choose another port, 0 for a free one (--port, --metrics-port)',
  EADDRNOTAVAIL: '; expected an address of this machine (--host, --metrics-host)',
  ENOTFOUND: '; expected an IP address, or a name that this machine can resolve',
  EACCES: '; the system does not allow it to this user',
  EISDIR: '; expected a file',
  ENOTDIR: '; expected a directory before each slash of the path',
};

const remedyOf = (error: Error & { readonly code?: unknown; readonly path?: string }): string => {
  if (error.code !== 'ENOENT') return remedies[String(error.code)] ?? '';
  const directory = dirname(error.path ?? '.');
  return existsSync(directory)
    ? '; expected a file that exists'
    : `; expected a directory that exists, not ${directory}`;
};

/** Runs one command line, without the program's name, and returns the exit code. */
export const runTallyboard = async (
  args: readonly string[],
  terminal: Terminal,
): Promise<number> => {
  try {
    await programOf(terminal, await verbsFor(args)).parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    }
    if (lacksDuckdb(error)) {
      terminal.stderr.write(`error: ${duckdbMissing}\n`);
      return exitCodes.refused;
    }
    if (!isRefusal(error)) throw error;
    // A message may quote an id.
    const message = error.message.replace(/[^\P{Cc}\n]/gu, ' ');
    terminal.stderr.write(`error: ${message}${remedyOf(error)}\n`);
    return error instanceof VerbRefused ? error.exitCode : exitCodes.refused;
  }
};
