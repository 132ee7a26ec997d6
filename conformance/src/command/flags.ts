import { existsSync } from 'node:fs';
import { formatInstant, parseInstant } from '@tallyboard/core/vocabulary';
import { InvalidArgumentError, Option } from 'commander';
import { quoted } from '../model/curl.js';
import { type ReportTarget, reportFormatNames } from '../report/write-reports.js';
import { rulesNamed } from '../rules/registry.js';

/** A whole number. */
export const count = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
};

/** A time of `--now`, with milliseconds. */
export const instant = (text: string): string => {
  const parsed = parseInstant(text);
  if (parsed === null) {
    throw new InvalidArgumentError('Expected a time as YYYY-MM-DDTHH:MM:SSZ.');
  }
  return formatInstant(parsed);
};

const ruleNames = (text: string, before: readonly string[] = []): readonly string[] => {
  const names = text.split(',').filter((word) => word !== '');
  const strange = names.find((name) => rulesNamed(name).length === 0);
  if (strange !== undefined) throw new InvalidArgumentError(`There is no rule "${strange}".`);
  return [...before, ...names];
};

const existing = (path: string): string => {
  if (!existsSync(path)) throw new InvalidArgumentError(`There is no ${path}.`);
  return path;
};

// A comma inside of a file's name parts nothing: the next target begins with a name and a sign.
const comma = /,(?=[a-z]+=)/;

/** The reports of `json=FILE,junit=FILE`. */
export const targets = (
  text: string,
  before: readonly ReportTarget[] = [],
): readonly ReportTarget[] => [
  ...before,
  ...text.split(comma).map((part) => {
    const [, name, file = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const format = reportFormatNames.find((one) => one === name);
    if (format !== undefined && file !== '') return { format, file };
    const all = reportFormatNames.map((one) => `${one}=FILE`).join(', ');
    throw new InvalidArgumentError(`It takes ${all}.`);
  }),
];

const amounts = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text.split(',').map((part) => {
      const match = /^(metrics|roster)=(\d+)$/.exec(part);
      if (match === null) throw new InvalidArgumentError('Expected metrics=N,roster=N.');
      return [match[1]!, Number(match[2])];
    }),
  );

const rules = 'a rule (4.1-R5a), the start of some (4.1-R5, or 4.1.5) or a section (4.1)';

/** A flag: how it is written, what it says, how its text is read or which words it takes, its default. */
export type FlagRow = readonly [
  flag: string,
  says: string,
  read?: ((text: string, before?: never) => unknown) | readonly string[] | undefined,
  otherwise?: unknown,
];

const flags = {
  baseUrl: ['--base-url <url>', 'address before /v1'],
  org: ['--org <id>', 'the organization under test (or "main" of --config)'],
  keyEnv: [
    '--key-env <name>',
    'environment variable with its key',
    undefined,
    'TALLYBOARD_API_KEY',
  ],
  config: ['--config <file>', 'JSON with further organizations, keys and boards (keys.json)'],
  now: ['--now <time>', 'the time that the service uses, if it is not the real one', instant],
  facts: [
    '--facts <path>',
    'facts that the service answers from: figures are compared exactly',
    existing,
  ],
  only: ['--only <rules>', `decide only these: ${rules}; repeatable`, ruleNames],
  skip: [
    '--skip <rules>',
    'leave these out, named as for --only; the report names them; repeatable',
    ruleNames,
  ],
  seed: ['--seed <n>', 'the same seed makes the same plan', count, 1],
  rotation: [
    '--rotation <n>',
    '0 to 5: which variant of each fault to send (default: by the seed); all: every one',
    (text: string): number | 'all' => {
      if (text === 'all') return text;
      if (/^[0-5]$/.test(text)) return Number(text);
      throw new InvalidArgumentError('Expected 0, 1, 2, 3, 4, 5 or all.');
    },
  ],
  frozen: ['--frozen', 'the data does not change: contradictions are failures'],
  quotaCheck: [
    '--quota-check',
    'use up both allowances to see the 429; blocks the key for up to an hour',
  ],
  freshQuota: ['--fresh-quota', 'nothing was sent with these keys in the last hour'],
  waitReset: ['--wait-reset', 'after the quota check wait, and see that requests are served again'],
  budget: ['--budget <amounts>', 'most requests an hour, such as metrics=60,roster=60', amounts],
  allowance: [
    '--allowance <n>',
    'requests an hour that this deployment allows, 0 for no limit',
    count,
  ],
  maxWait: ['--max-wait <seconds>', 'longest wait for figures, in all', count, 300],
  timeout: ['--timeout <seconds>', 'longest wait for one answer', count, 30],
  deadline: ['--deadline <seconds>', 'longest time spent waiting for answers, in all', count, 900],
  profile: ['--profile <file>', 'JSON report or profile whose open points are pinned'],
  keepPii: ['--keep-pii', 'keep names and addresses in history and reports'],
  history: ['--history <file>', 'the recorded run', undefined, 'conformance-history.ndjson'],
} as const satisfies Readonly<Record<string, FlagRow>>;

/** What is printed of a verdict. */
const reports = {
  report: ['--report <targets>', 'json=FILE,junit=FILE,html=FILE,md=FILE', targets],
  baseline: ['--baseline <file>', 'an earlier JSON report: tell what changed'],
  failOn: [
    '--fail-on <which>',
    'exit code 1 at any failure, or at those that --baseline has not',
    ['any', 'new'],
  ],
  json: ['--json', 'print the JSON report on standard output instead of the summary'],
  verbose: ['--verbose', 'name every undecided rule, however many there are'],
} as const satisfies Readonly<Record<string, FlagRow>>;

/** The value of a flag: what its text is read as, a word, the text itself, or that it is there. */
type FlagValue<Row extends FlagRow> = Row[2] extends (...text: never[]) => infer Value
  ? Value
  : Row[2] extends readonly (infer Word)[]
    ? Word
    : Row[0] extends `${string}<${string}`
      ? string
      : true;

type FlagsOf<Rows extends Readonly<Record<string, FlagRow>>> = {
  readonly [Name in keyof Rows]?: FlagValue<Rows[Name]>;
};

/** The flags of everything that sends requests, as commander gives them; each verb has some of them. */
export type SendingFlags = FlagsOf<typeof flags>;

/** The flags of everything that prints a verdict. */
export type ReportingFlags = FlagsOf<typeof reports>;

/** A flag as commander knows it. */
export const optionOf = ([flag, says, read, otherwise]: FlagRow): Option => {
  const option = new Option(flag, says);
  if (flag.startsWith('--base-url')) option.env('TALLYBOARD_BASE_URL');
  if (typeof read === 'function')
    option.argParser<unknown>(read as (text: string, before: unknown) => unknown);
  else if (read !== undefined) option.choices(read);
  return otherwise === undefined ? option : option.default(otherwise);
};

type FlagName = keyof typeof flags;

type FlagOfText = 'config' | 'keyEnv' | 'history';

/** Flags as they are typed: those that are given, and not as they are without. */
export const wordsOf = (given: SendingFlags, names: readonly FlagOfText[]): readonly string[] =>
  names.flatMap((name) => {
    const [flag, , , otherwise]: FlagRow = flags[name];
    const value = given[name];
    const word = flag.replace(/ .*/, '');
    return value === undefined || value === otherwise ? [] : [`${word} ${quoted(value)}`];
  });

const address: readonly FlagName[] = ['baseUrl', 'org', 'keyEnv', 'config', 'now', 'facts'];
const patience: readonly FlagName[] = ['maxWait', 'timeout', 'deadline'];
const amount: readonly FlagName[] = ['budget', 'allowance'];

type SendingVerb = 'run' | 'plan' | 'resume' | 'replay' | 'explore';

/** The flags that each verb heeds; what a history or the verb itself decides is no flag of it. */
const flagsOf: Readonly<Record<SendingVerb, readonly FlagName[]>> = {
  run: Object.keys(flags) as readonly FlagName[],
  plan: [
    ...(['baseUrl', 'org', 'config', 'now', 'facts'] as const),
    ...(['only', 'seed', 'rotation'] as const),
    ...amount,
  ],
  resume: [...address, ...amount, 'waitReset', ...patience, 'history'],
  replay: [...address, 'budget', 'freshQuota', 'waitReset', ...patience, 'keepPii', 'history'],
  explore: [...address, 'seed', 'maxWait'],
};

/** The flags about the service and about what to send that a verb heeds. */
export const sending = (verb: SendingVerb): readonly Option[] =>
  flagsOf[verb].map((name) => optionOf(flags[name]));

/** The flags about what to print. */
export const reporting: readonly Option[] = Object.values(reports).map(optionOf);
