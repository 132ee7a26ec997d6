import { type Command, InvalidArgumentError, Option } from 'commander';

/** The flags of everything that sends requests, as commander gives them. */
export interface SendingFlags {
  readonly baseUrl?: string;
  readonly org?: string;
  readonly keyEnv?: string;
  readonly config?: string;
  readonly facts?: string;
  readonly now?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly seed: number;
  readonly rotation?: number | 'all';
  readonly allowance?: number;
  readonly exhaustive?: true | number;
  readonly frozen?: boolean;
  readonly quotaCheck?: boolean;
  readonly freshQuota?: boolean;
  readonly waitReset?: boolean;
  readonly maxWait: number;
  readonly timeout: number;
  readonly deadline: number;
  readonly budget?: Readonly<Record<string, number>>;
  readonly profile?: string;
  readonly ledger?: string;
  readonly keepPii?: boolean;
  readonly history: string;
}

/** The flags of everything that prints a verdict. */
export interface ReportingFlags {
  readonly report?: readonly string[];
  readonly baseline?: string;
  readonly failOn?: 'any' | 'new';
  readonly json?: boolean;
  readonly verbose?: boolean;
}

const count = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
};

const instant = (text: string): string => {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('Expected an ISO 8601 time.');
  return new Date(text).toISOString();
};

const list = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').filter((word) => word !== ''),
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

/** Adds the flags about the service and about what is known of it. */
const withServiceFlags = (command: Command): Command =>
  command
    .addOption(new Option('--base-url <url>', 'address before /v1').env('TALLYBOARD_BASE_URL'))
    .option('--org <id>', 'the organization under test (or "main" of --config)')
    .option('--key-env <name>', 'environment variable with its key', 'TALLYBOARD_API_KEY')
    .option('--config <file>', 'JSON with further organizations, keys and boards (keys.json)')
    .option('--now <iso>', "the service's present, where it does not follow the clock", instant);

/** Adds the flags about what to send. */
export const withSendingFlags = (command: Command): Command =>
  withServiceFlags(command)
    .option('--facts <place>', 'facts that the service answers from: figures are compared exactly')
    .option('--only <rules>', `decide only these: ${rules}; repeatable`, list)
    .option('--skip <rules>', `leave these out, visibly: ${rules}; repeatable`, list)
    .option('--seed <n>', 'the same seed makes the same plan', count, 1)
    .option(
      '--rotation <n>',
      'which variant of probes with several (default: the seed), or all of them',
      (text) => (text === 'all' ? text : count(text)),
    )
    .option('--frozen', 'the data stands still: broken relations are failures')
    .option('--quota-check', 'use the allowances up to check the 429 (blocks the key for an hour)')
    .option('--fresh-quota', 'nothing was sent with these keys in the last hour')
    .option('--wait-reset', 'after the quota check wait, and see that requests are served again')
    .option('--budget <amounts>', 'most requests an hour, metrics=60,roster=60', amounts)
    .option(
      '--allowance <n>',
      'requests an hour that this deployment allows, 0 for no limit',
      count,
    )
    .option(
      '--exhaustive [seconds]',
      'every variant of every probe, no limit, then random questions against --facts for so long (60 s)',
      count,
    )
    .option('--max-wait <seconds>', 'longest wait for figures, in all', count, 300)
    .option('--timeout <seconds>', 'longest wait for one answer', count, 30)
    .option('--deadline <seconds>', 'longest time spent waiting for answers, in all', count, 900)
    .option('--profile <file>', 'JSON report or profile whose open points are pinned')
    .option('--ledger <file>', 'where sent times are kept (default: none for this machine)')
    .option('--keep-pii', 'keep names and addresses in history and reports')
    .option('--history <file>', 'the recorded run', 'conformance-history.ndjson');

/** Adds the flags about what to print. */
export const withReportingFlags = (command: Command): Command =>
  command
    .option(
      '--report <targets>',
      'json=FILE,junit=FILE,html=FILE,md=FILE,har=FILE,badge=FILE,annotations=FILE,codequality=FILE',
      (text, before?: readonly string[]) => [...(before ?? []), text],
    )
    .option('--baseline <file>', 'an earlier JSON report: tell what changed')
    .addOption(
      new Option(
        '--fail-on <which>',
        'exit code 1 at any failure, or at those that --baseline has not',
      ).choices(['any', 'new']),
    )
    .option('--json', 'print the JSON report on standard output instead of the summary')
    .option('--verbose', 'name every undecided rule, however many there are');
