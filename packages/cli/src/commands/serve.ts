import { type Instant, limits, type MetricName, metricNames } from '@tallyboard/core/vocabulary';
import { Command, Option } from 'commander';
import { reportedFacts } from '../facts/reported-facts.js';
import { listOf, nowFlag, someText, wholeNumber } from '../flags.js';
import { cacheBytesDefault } from '../serve/open-service.js';
import { startService } from '../serve/start-service.js';
import { askingStore } from '../store-refusals.js';
import { exitCodes, type Terminal } from '../terminal.js';

/** What `--fail` may name: a metric, or `users` for the roster. */
type FailingPart = MetricName | 'users';

interface ServeFlags {
  readonly facts?: readonly string[];
  readonly store?: string;
  readonly port: number;
  readonly host: string;
  readonly now?: Instant;
  readonly allowance: number;
  readonly pending: number;
  readonly fail: readonly FailingPart[];
  readonly cacheBytes: number;
}

const failingParts: readonly FailingPart[] = [...metricNames, 'users'];

const noFacts =
  "error: nothing to serve: name facts by --facts PATH, or a store by --store DIR; 'tallyboard generate' writes a sample";

const twoSources = 'error: --facts and --store exclude each other: a service serves one of them';

const run = async (flags: ServeFlags, command: Command, terminal: Terminal): Promise<void> => {
  const { facts: paths, store, host, port, allowance, pending, fail } = flags;
  const usage = { exitCode: exitCodes.usage };
  if (paths !== undefined && store !== undefined) return command.error(twoSources, usage);
  const { now, cacheBytes } = flags;
  const facts =
    paths === undefined
      ? store
      : await reportedFacts(paths, now ?? (terminal.now() as Instant), terminal);
  if (facts === undefined) return command.error(noFacts, usage);
  const print = (line: string): void => void terminal.stdout.write(`${line}\n`);
  const clock = now === undefined ? {} : { now };
  const faults = { pending, fail };
  await askingStore(() =>
    startService({ facts, host, port, ...clock, allowance, ...faults, cacheBytes, print }),
  );
};

/** `tallyboard serve`: the reference service over facts from files or over a store. */
export const serveCommand = (terminal: Terminal): Command =>
  new Command('serve')
    .description('serve facts from files, or a store: the reference service')
    .option(
      '--facts <path...>',
      'files of facts (.ndjson, .ndjson.gz) or directories of them; `generate` writes some',
    )
    .option('--store <directory>', 'a store that `import` made; new imports are followed', someText)
    .option('--port <N>', 'the port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 3000)
    .option('--host <name>', 'the address to listen on', someText, '127.0.0.1')
    .option('--now <time>', 'the time that figures go by (default: the current time)', nowFlag)
    .option(
      '--allowance <N>',
      'requests for each key, organization and hour; 0 for no limit',
      wholeNumber(0, 1_000_000),
      limits.requestsPerHour,
    )
    .option(
      '--cache-bytes <N>',
      'room for built indexes; those used longest ago are built again when asked for',
      wholeNumber(0, 2 ** 48),
      cacheBytesDefault,
    )
    .option(
      '--pending <K>',
      'answer the first K requests for each figure with 202',
      wholeNumber(0, 1_000_000),
      0,
    )
    .addOption(
      new Option('--fail <names>', 'metrics, or users for the roster, that fail: A,B')
        .argParser(listOf(failingParts))
        .default([], 'none'),
    )
    .action((flags: ServeFlags, command: Command) => run(flags, command, terminal));
