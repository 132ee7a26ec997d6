import { type Facts, type Instant, limits, metricNames } from '@tallyboard/core/vocabulary';
import { Command, InvalidArgumentError, type Option } from 'commander';
import {
  listOf,
  nowFlag,
  oneOf,
  setting,
  someText,
  usageError,
  wholeNumber,
  withAddresses,
} from '../flags.js';
import type { LogLevel } from '../serve/observe.js';
import type { OpenedStore } from '../serve/opened-store.js';
import { serverLimits } from '../serve/server-limits.js';
import { withClickhouse } from '../store-or-clickhouse.js';
import type { Terminal } from '../terminal.js';

/** The settings of a service. */
interface ServeFlags {
  readonly facts?: readonly string[];
  readonly store?: string;
  readonly clickhouse?: string;
  readonly redis?: string;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly allowance: number;
  readonly recordsAllowance: number;
  readonly cacheBytes: number;
  readonly logLevel: LogLevel;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly drainSeconds: number;
  readonly shutdownSeconds: number;
  readonly maxConnections: number;
  readonly answerSeconds: number;
  readonly idleSeconds: number;
  readonly now?: Instant;
  readonly pending: number;
  readonly fail: readonly (typeof failingParts)[number][];
}

/** What `--fail` may name: a metric, or `users` for the roster. */
const failingParts = [...metricNames, 'users'] as const;
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly LogLevel[];

const webAddress = (text: string): string => {
  const address = URL.canParse(text) ? new URL(text) : null;
  const isPlain = address !== null && address.search + address.hash === '';
  if (isPlain && /^https?:$/.test(address.protocol)) return text;
  throw new InvalidArgumentError('Expected an http or https address without query.');
};

const collect = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  someText(text),
];

const [port, seconds] = [wholeNumber(0, 65_535), wholeNumber(1, 86_400)];

const dataGroup = 'Data (one of --facts, --store, --clickhouse)';
const data: readonly Option[] = [
  setting('--facts <path...>', 'files of facts, or directories of them', someText).argParser(
    collect,
  ),
  setting('--store <directory>', 'a store that `import` made; new imports are followed', someText),
];

const address: readonly Option[] = [
  setting('--port <N>', 'port; 0 takes a free one', port).default(3000),
  setting('--host <name>', 'address to listen on', someText).default('127.0.0.1'),
  setting(
    '--public-url <address>',
    'start of links to boards and posts in answers',
    webAddress,
  ).default('https://boards.tallyboard.example'),
];

const allowances: readonly Option[] = [
  setting(
    '--allowance <N>',
    'requests an hour for each key, organization and endpoint; 0 for no limit',
    wholeNumber(0, 1_000_000),
  ).default(limits.requestsPerHour),
  setting(
    '--records-allowance <N>',
    'reads of boards an hour for each key, and of the user',
    wholeNumber(0, 1_000_000),
  ).default(600),
  setting('--max-connections <N>', 'connections at a time', wholeNumber(1, 1_000_000)).default(
    serverLimits.connectionsMax,
  ),
  setting('--answer-seconds <N>', 'time for a request and its answer', seconds).default(
    serverLimits.answerSeconds,
  ),
  setting('--idle-seconds <N>', 'time of a connection without a request', seconds).default(
    serverLimits.idleSeconds,
  ),
];

const operation: readonly Option[] = [
  setting('--cache-bytes <N>', 'memory for indexes', wholeNumber(0, 2 ** 48)).default(2 ** 30),
  setting('--log-level <level>', levels.join(', '), oneOf(levels)).default('info'),
  setting('--metrics-port <N>', 'port of metrics and probes; none when left out', port),
  setting('--metrics-host <name>', 'address of that port', someText).default('127.0.0.1'),
  setting(
    '--drain-seconds <N>',
    'how long after a signal new connections are taken',
    wholeNumber(0, 3600),
  ).default(0),
  setting(
    '--shutdown-seconds <N>',
    'how long after a signal the process ends at the latest',
    wholeNumber(0, 3600),
  ).default(10),
];

const trial: readonly Option[] = [
  setting('--now <time>', 'the time that figures go by (default: the current time)', nowFlag),
  setting(
    '--pending <K>',
    '202 for the first K requests of each figure',
    wholeNumber(0, 1_000_000),
  ).default(0),
  setting(
    '--fail <names>',
    'metrics that fail, and `users` for the roster: A,B',
    listOf(failingParts),
  ).default([], 'none'),
];

const noFacts =
  "nothing to serve: name facts by --facts PATH, a store by --store DIR or a ClickHouse by --clickhouse URLS; 'tallyboard generate' writes a sample";

const opened = async (directory: string, answerSeconds: number): Promise<OpenedStore> => {
  const { openedStore } = await import('../serve/opened-store.js');
  return openedStore(directory, answerSeconds).catch(async (error: unknown) => {
    throw (await import('../store-refusals.js')).refusedByStore(error);
  });
};

/** Warns when no key can read analytics of these facts. */
const warnIfClosed = ({ apiKey, organization, user }: Facts, { stderr }: Terminal): void => {
  const enrolled = new Set(user.filter((one) => one.enrolled).map(({ id }) => id));
  if (apiKey.length === 0)
    stderr.write('warning: there is no `apiKey` fact, so every request is a 401\n');
  if (!organization.some(({ ownerId }) => enrolled.has(ownerId)))
    stderr.write('warning: no owner has "enrolled": true, so every figure is a 404\n');
};

const serve = async (flags: ServeFlags, terminal: Terminal): Promise<void> => {
  const { facts, store, clickhouse, host, now, metricsPort, allowance, recordsAllowance } = flags;
  // A store comes first: another thread reads its largest index while this one loads what serves it.
  const source = store === undefined ? null : await opened(store, flags.answerSeconds);
  const { logTo, startService } = await import('../serve/start-service.js');
  const { askingStore } = await import('../store-refusals.js');
  const readFacts = async () => {
    const { reportedFacts } = await import('../facts/reported-facts.js');
    const read = await reportedFacts(facts ?? [], now ?? (terminal.now() as Instant), terminal);
    warnIfClosed(read, terminal);
    return read;
  };
  const connect = async () => (await import('@tallyboard/clickhouse')).openShards(clickhouse ?? '');
  await askingStore(() =>
    startService({
      facts: source ?? (clickhouse === undefined ? readFacts : connect),
      redis: flags.redis ?? null,
      ...(now === undefined ? {} : { now }),
      allowance: {
        metrics: allowance,
        roster: allowance,
        board: recordsAllowance,
        user: recordsAllowance,
      },
      pending: flags.pending,
      fail: flags.fail,
      cacheBytes: flags.cacheBytes,
      boardsAddress: flags.publicUrl,
      listenAt: { host, port: flags.port },
      limits: {
        ...serverLimits,
        connectionsMax: flags.maxConnections,
        answerSeconds: flags.answerSeconds,
        idleSeconds: flags.idleSeconds,
      },
      metricsAt: metricsPort === undefined ? null : { host: flags.metricsHost, port: metricsPort },
      drainSeconds: flags.drainSeconds,
      shutdownSeconds: flags.shutdownSeconds,
      log: logTo(terminal.stderr, flags.logLevel),
      print: (line) => void terminal.stdout.write(`${line}\n`),
      exit: terminal.exit,
    }),
  );
};

/** Adds options below a heading. */
const group = (command: Command, heading: string, options: readonly Option[]): Command => {
  for (const option of options) command.addOption(option.helpGroup(`${heading}:`));
  return command;
};

/** `tallyboard serve`: the reference service over facts from files, a store or ClickHouse. */
export const serveCommand = (terminal: Terminal): Command => {
  const command = new Command('serve').description('answer the API over facts of your own');
  group(command, dataGroup, data);
  withClickhouse(command.optionsGroup(`${dataGroup}:`));
  withAddresses(
    command.optionsGroup(`${dataGroup}:`),
    '--redis <urls>',
    'where replicas share allowances and indexes, such as redis://127.0.0.1:6379',
    ['redis:', 'rediss:'],
  );
  group(command, 'Address', address);
  group(command, 'Limits', allowances);
  group(command, 'Operation', operation);
  group(command, 'Trial', trial);
  return command
    .addHelpText(
      'after',
      `
Example:
  tallyboard serve --facts sample/facts --port 3000`,
    )
    .action((flags: ServeFlags) => {
      const { facts, store, clickhouse, drainSeconds: drain, shutdownSeconds: shutdown } = flags;
      const count = [facts, store, clickhouse].filter((one) => one !== undefined).length;
      if (count === 0) usageError(command, noFacts);
      if (count > 1) usageError(command, 'name one of --facts, --store and --clickhouse');
      if (drain > 0 && drain >= shutdown)
        usageError(
          command,
          `--drain-seconds '${drain}' is not below --shutdown-seconds ${shutdown}`,
        );
      return serve(flags, terminal);
    });
};
