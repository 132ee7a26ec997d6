import type { Instant } from '@tallyboard/core/vocabulary';
import { Command } from 'commander';
import { pino } from 'pino';
import { reportedFacts } from '../facts/reported-facts.js';
import { serviceLog } from '../operations/request-log.js';
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
  "nothing to serve: name facts by --facts PATH, or a store by --store DIR; 'tallyboard generate' writes a sample";

const twoSources = '--facts and --store exclude each other: a service serves one of them';

/** Sources in the order of their weight; a file is known by its path. */
const weightOf = (origin: string): number =>
  origin.startsWith('--') ? 2 : origin.startsWith('TALLYBOARD_SERVE_') ? 1 : 0;

/** What is served: paths of facts or a store. Of both, that one which was chosen closer by. */
const sourceOf = ({ values, origins }: Settled): readonly string[] | string => {
  const { facts, store } = values;
  if (store === null && facts.length === 0) throw usage(noFacts);
  if (store === null) return facts;
  if (facts.length === 0) return store;
  const [ofFacts, ofStore] = [weightOf(origins.facts), weightOf(origins.store)];
  if (ofFacts === ofStore) throw usage(twoSources);
  return ofFacts > ofStore ? facts : store;
};

/** Where the log goes: to the stream itself where it has a descriptor, for that costs least. */
const logDestination = ({ stderr }: Terminal) =>
  stderr.fd === undefined
    ? { write: (line: string): void => void stderr.write(line) }
    : pino.destination({ dest: stderr.fd, sync: false });

const serve = async (settled: Settled, terminal: Terminal): Promise<void> => {
  const source = sourceOf(settled);
  const { host, port, metricsHost, metricsPort, now, ...values } = settled.values;
  const at = now ?? (terminal.now() as Instant);
  await askingStore(() =>
    startService({
      facts: typeof source === 'string' ? source : () => reportedFacts(source, at, terminal),
      ...(now === null ? {} : { now }),
      allowance: values.allowance,
      pending: values.pending,
      fail: values.fail,
      cacheBytes: values.cacheBytes,
      boardsAddress: values.publicUrl,
      place: { host, port },
      limits: {
        connectionsMax: values.maxConnections,
        headerBytesMax: values.maxHeaderBytes,
        headerSeconds: values.headerSeconds,
        requestSeconds: values.requestSeconds,
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

/** `tallyboard serve`: the reference service over facts from files or over a store. */
export const serveCommand = (terminal: Terminal): Command =>
  addFlags(
    new Command('serve').description('serve facts from files, or a store: the reference service'),
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
