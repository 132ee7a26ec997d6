import type { Instant } from '@tallyboard/core/vocabulary';
import { pino } from 'pino';
import { serviceLog } from '../operations/request-log.js';
import { serverLimits } from '../operations/server-limits.js';
import type { Resolved } from '../operations/settings/resolve.js';
import { shownClient, trustedProxies } from '../operations/trusted-proxies.js';
import type { OpenedStore } from '../serve/opened-store.js';
import { startService } from '../serve/start-service.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';
import type { serveSettings } from './serve-settings.js';

/** Where the log goes: to the stream itself where it has a descriptor, for that costs least. */
const logDestination = ({ stderr }: Terminal) =>
  stderr.fd === undefined
    ? { write: (line: string): void => void stderr.write(line) }
    : pino.destination({ dest: stderr.fd, sync: false });

/**
 * Serves with these settings until a signal comes.
 *
 * @param source - a store, or the setting that names what is served
 */
export const serveSettled = async (
  { values: settings }: Resolved<typeof serveSettings>,
  source: 'facts' | 'clickhouse' | OpenedStore,
  terminal: Terminal,
): Promise<void> => {
  const { facts, clickhouse, redis } = settings;
  const { host, port, metricsHost, metricsPort, now, ...values } = settings;
  const at = now ?? (terminal.now() as Instant);
  const finders = {
    facts: async () =>
      (await import('../facts/reported-facts.js')).reportedFacts(facts, at, terminal),
    clickhouse: async () => (await import('@tallyboard/clickhouse')).openShards(clickhouse ?? ''),
  };
  await askingStore(() =>
    startService({
      facts: typeof source === 'string' ? finders[source] : source,
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
      ...(terminal.exit === undefined ? {} : { exit: terminal.exit }),
    }),
  );
};
