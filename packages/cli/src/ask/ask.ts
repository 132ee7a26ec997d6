import {
  type CallOptions,
  type Client,
  ClientError,
  createClient,
  describeFailure,
  type Failure,
} from '@tallyboard/client';
import { type Command, Option } from 'commander';
import { oneOf, someText } from '../flags.js';
import { byteOrderMark, type Format, formats } from '../print/formats.js';
import { plainText } from '../print/plain-text.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';
import { type Output, openOutput, type Stop } from './output.js';
import { keyVariable, loadSettings, type SettingFlags, type Settings } from './settings.js';
import { waitingLine } from './waiting-line.js';

/** The flags that every verb has that asks a service. */
export interface AskFlags extends SettingFlags {
  readonly format: Format;
  readonly bom?: boolean;
}

/** All that a verb needs to ask a service and to print its answers. */
export interface Asking {
  readonly client: Client;
  readonly settings: Settings;
  readonly output: Output;
  /** For every call: it ends with the verb, and its waits are shown. */
  readonly options: Pick<Required<CallOptions>, 'signal' | 'onProgress'>;
}

const help = `
Where to ask, the first that is there:
  service       --base-url, TALLYBOARD_BASE_URL, baseUrl in the config file
  organization  --org, TALLYBOARD_ORG, organization in the config file
  API key       the variable that --key-env names, else ${keyVariable} (or
                the variable that keyEnv in the config file names), else apiKey
                in the config file
  config file   --config, TALLYBOARD_CONFIG, ~/.config/tallyboard/config.json

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 some figures failed,
130 ended by Ctrl-C. Results go to stdout, everything else to stderr.`;

/** Adds to a verb how its results can be printed. */
const withFormat = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <format>', `how to print: ${formats.join(', ')}`)
        .argParser(oneOf(formats))
        .default('table'),
    )
    .option('--bom', 'begin CSV with a byte order mark, for spreadsheets');

/** Adds to a verb what all verbs have that ask a service; `prints` is false where a verb has a form of its own. */
export const withAskFlags = (
  command: Command,
  example: string,
  organization: boolean,
  prints = true,
): Command => {
  if (organization) command.option('--org <id>', 'the organization, wksp_...', someText);
  return (prints ? withFormat(command) : command)
    .option('--base-url <address>', 'the service, such as https://api.example.org', someText)
    .option('--key-env <name>', 'the variable that holds the API key', someText)
    .option('--config <file>', 'a JSON file with settings', someText)
    .addHelpText('after', `\nExample:\n  ${example}\n${help}`);
};

const codes: Readonly<Record<Stop, number>> = {
  interrupted: exitCodes.interrupted,
  // Who reads only the head of the output has had enough; that is no failure.
  closed: exitCodes.ok,
};

const stopped = (reason: Stop, more: string): VerbRefused | null =>
  codes[reason] === exitCodes.ok ? null : new VerbRefused(`${reason}.${more}`, codes[reason]);

/** Failures that a wrong setting explains. */
const sources: Partial<Record<Failure['kind'], readonly [string, 'apiKey' | 'baseUrl']>> = {
  unauthorized: ['API key', 'apiKey'],
  unreachable: ['address', 'baseUrl'],
  malformedAnswer: ['address', 'baseUrl'],
};

/** A failure as a person should read it, or `null` when it is none. */
const refusalOf = (failure: Failure, more: string, settings: Settings): VerbRefused | null => {
  if (failure.kind === 'aborted') return stopped(failure.reason as Stop, more);
  const code = failure.kind === 'invalidRequest' ? exitCodes.usage : exitCodes.refused;
  const source = sources[failure.kind];
  const from = source === undefined ? '' : ` The ${source[0]} is from ${settings[source[1]].from}.`;
  return new VerbRefused(plainText(describeFailure(failure)) + from + more, code);
};

/** A failure of a call as the end of a verb; `more` says what to do about it. */
export class AskFailed extends ClientError {
  readonly more: string;

  constructor(failure: Failure, more = '') {
    super(failure);
    this.more = more;
  }
}

const clientOf = ({ baseUrl, apiKey }: Settings, { network }: Terminal): Client => {
  try {
    return createClient({ baseUrl: baseUrl.value, apiKey: apiKey.value, ...network });
  } catch (error) {
    if (error instanceof TypeError) {
      throw new VerbRefused(`${baseUrl.from}: ${error.message}`, exitCodes.usage);
    }
    throw error;
  }
};

/** Runs the part of a verb that asks, and turns failures of calls into sentences and exit codes. */
export const ask = async (
  flags: AskFlags,
  terminal: Terminal,
  work: (asking: Asking) => Promise<void>,
): Promise<void> => {
  if (flags.bom === true && flags.format !== 'csv') {
    throw new VerbRefused('--bom goes with --format csv', exitCodes.usage);
  }
  const settings = loadSettings(flags, terminal);
  const client = clientOf(settings, terminal);
  const output = openOutput(terminal, flags.bom === true ? byteOrderMark : '');
  const { onProgress, clear } = waitingLine(terminal.stderr, terminal.now);
  try {
    await work({ client, settings, output, options: { signal: output.signal, onProgress } });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const refusal = refusalOf(
      error.failure,
      error instanceof AskFailed ? error.more : '',
      settings,
    );
    if (refusal === null) return;
    // A service may say anything, also what it was sent.
    refusal.message = refusal.message.replaceAll(settings.apiKey.value, '[API key]');
    throw refusal;
  } finally {
    clear();
    output.end();
  }
};
