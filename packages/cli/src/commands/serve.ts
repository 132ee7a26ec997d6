import type { Instant } from '@tallyboard/core/vocabulary';
import { Command } from 'commander';
import { pino } from 'pino';
import { serviceLog } from '../operations/request-log.js';
import { serverLimits } from '../operations/server-limits.js';
import { printedSettings } from '../operations/settings/print-settings.js';
import { addFlags, type Resolved, resolveSettings } from '../operations/settings/resolve.js';
import { shownClient, trustedProxies } from '../operations/trusted-proxies.js';
import { startService } from '../serve/start-service.js';
import { askingStore } from '../store-refusals.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';
import { serveSettings } from './serve-settings.js';

type Settled = Resolved<typeof serveSettings>;

const usage = (message: string): VerbRefused => new VerbRefused(message, exitCodes.usage);

const noFacts =
  "nothing to serve: name facts by --facts PATH, a store by --store DIR or a ClickHouse by --clickhouse URL; 'tallyboard generate' writes a sample";

const twoSources =
  '--facts, --store and --clickhouse exclude each other: a service serves one of them';

/** Sources in the order of their weight; a file is known by its path. */
const weightOf = (origin: string): number =>
  origin.startsWith('--') ? 2 : origin.startsWith('TALLYBOARD_SERVE_') ? 1 : 0;

/** What is served: the one source that was chosen closest by. */
const sourceOf = ({
  values,
  origins,
}: Settled): keyof typeof origins & ('facts' | 'store' | 'clickhouse') => {
  const { facts, store, clickhouse } = values;
  const isChosen = {
    facts: facts.length > 0,
    store: store !== null,
    clickhouse: clickhouse !== null,
  };
  const chosen = (['facts', 'store', 'clickhouse'] as const)
    .filter((name) => isChosen[name])
    .map((name) => ({ name, weight: weightOf(origins[name]) }))
    .sort((a, b) => b.weight - a.weight);
  const [first, second] = chosen;
  if (first === undefined) throw usage(noFacts);
  if (first.weight === second?.weight) throw usage(twoSources);
  return first.name;
};

/** Where the log goes: to the stream itself where it has a descriptor, for that costs least. */
const logDestination = ({ stderr }: Terminal) =>
  stderr.fd === undefined
    ? { write: (line: string): void => void stderr.write(line) }
    : pino.destination({ dest: stderr.fd, sync: false });

const serve = async (settled: Settled, terminal: Terminal): Promise<void> => {
  const source = sourceOf(settled);
  const { facts, store, clickhouse, redis } = settled.values;
  const { host, port, metricsHost, metricsPort, now, ...values } = settled.values;
  const at = now ?? (terminal.now() as Instant);
  await askingStore(() =>
    startService({
      facts: {
        facts: async () =>
          (await import('../facts/reported-facts.js')).reportedFacts(facts, at, terminal),
        store: () => Promise.resolve(store ?? ''),
        clickhouse: async () =>
          (await import('@tallyboard/clickhouse')).openShards(clickhouse ?? ''),
      }[source],
      redis,
      ...(now === null ? {} : { now }),
      allowance: {
        metrics: values.allowance,
        roster: values.allowance,
        board: values.recordsAllowance,
        user: values.recordsAllowance,
      },
      pending: values.pending,
      fail: values.fail,
      cacheBytes: values.cacheBytes,
      boardsAddress: values.publicUrl,
      place: { host, port },
      limits: {
        ...serverLimits,
        connectionsMax: values.maxConnections,
        headerBytesMax: values.maxHeaderBytes,
        headerSeconds: values.headerSeconds,
        requestSeconds: values.requestSeconds,
        answerSeconds: values.answerSeconds,
        idleSeconds: values.idleSeconds,
      },
      metricsPlace: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
      drainSeconds: values.drainSeconds,
      shutdownSeconds: values.shutdownSeconds,
      log: serviceLog(values.logLevel, logDestination(terminal)),
      proxies: trustedProxies(values.trustedProxy),
      clientOf: shownClient[values.logClient],
      print: (line) => void terminal.stdout.write(`${line}\n`),
      late: terminal.exit ?? (() => undefined),
    }),
  );
};

/** `tallyboard serve`: the reference service over facts from files, a store or ClickHouse. */
export const serveCommand = (terminal: Terminal): Command =>
  addFlags(
    new Command('serve').description(
      'serve facts from files, a store or ClickHouse: the reference service',
    ),
    serveSettings,
  )
    .option('--print-config', 'print every setting and where it came from, and end')
    .action(async (flags: Readonly<Record<string, unknown>>) => {
      const settled = resolveSettings(serveSettings, flags, terminal.env ?? {});
      if (flags['printConfig'] === true) {
        terminal.stdout.write(printedSettings(serveSettings, settled));
        return;
      }
      await serve(settled, terminal);
    });
