import { type Logger, pino } from 'pino';
import type { Terminal } from '../terminal.js';
import { openPort } from './listen.js';
import { openMetricsPort } from './metrics-port.js';
import { type LogLevel, observe, serviceLog } from './observe.js';
import { type ServedOptions, serveAt } from './open-service.js';
import type { ServerLimits } from './server-limits.js';

/** Where to listen. */
export interface ListeningAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A service for the lifetime of a process, its log and its metrics. */
export interface StartOptions extends ServedOptions {
  /** Takes the lines that tell where the service listens. */
  readonly print: (line: string) => void;
  readonly log: Logger;
  readonly listenAt: ListeningAddress;
  readonly limits: ServerLimits;
  /** Where metrics are served; `null` for nowhere. */
  readonly metricsAt: ListeningAddress | null;
  /** How long after a signal new connections are still taken, in seconds; below `shutdownSeconds`. */
  readonly drainSeconds: number;
  /** How long after a signal the process ends at the latest, in seconds. */
  readonly shutdownSeconds: number;
  readonly exit?: Terminal['exit'];
}

/** A log to a stream; to its descriptor itself where it has one, which costs least. */
export const logTo = (stream: Terminal['stderr'], level: LogLevel): Logger =>
  serviceLog(
    level,
    stream.fd === undefined
      ? { write: (line) => void stream.write(line) }
      : pino.destination({ dest: stream.fd, sync: false }),
  );

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for signals; any after the first ends the process, with the code by which shells know the signal. The
 * system would end it without the last lines of the log, and never where it is the first process of a container.
 */
const endingSignals = (exit: NonNullable<Terminal['exit']>) => {
  let resolve: (signal: string) => void;
  const first = new Promise<string>((resolved) => (resolve = resolved));
  let isFirst = true;
  const stop = (signal: NodeJS.Signals, number: number): void => {
    if (!isFirst) exit(128 + number, signal);
    isFirst = false;
    resolve(signal);
  };
  for (const name of signals) process.on(name, stop);
  return {
    first,
    ignore: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
};

/** Before the process ends, what is still open is cut off so long before that the log has its lines, in milliseconds. */
const lastLinesMs = 250;

/**
 * Serves until SIGINT or SIGTERM, and resolves when the last answer is out. `listening on` is printed
 * when requests are answered; it rejects before that when a port cannot be had, or the data. A signal that
 * comes before it ends the process without waiting for the data.
 */
export const startService = async (options: StartOptions): Promise<void> => {
  const { print, log, listenAt, limits, metricsAt, drainSeconds, shutdownSeconds } = options;
  const { exit = () => undefined } = options;
  const ending = endingSignals(exit);
  const closings: (() => Promise<void>)[] = [];
  let isLoading = false;
  try {
    const metrics =
      metricsAt === null ? null : (await import('./service-metrics.js')).serviceMetrics();
    const observer = observe(log, metrics);
    const listening = await openPort({ ...listenAt, limits, observer });
    closings.push(() => listening.close(0));
    if (metricsAt !== null && metrics !== null) {
      const port = await openMetricsPort(metrics, listening.phase, metricsAt);
      closings.push(port.close);
      log.info({ address: `${port.address}/metrics` }, 'metrics');
    }
    const serving = serveAt(listening, { ...options, observer });
    const service = await Promise.race([serving, ending.first.then(() => null)]);
    if (service !== null) print(`listening on ${service.address}`);
    log.info({ signal: await ending.first }, 'closing');
    if (service === null) {
      isLoading = true;
      serving.then(({ close }) => close(0)).catch(() => undefined);
    } else {
      const deadline = Date.now() + shutdownSeconds * 1000;
      // Does not keep the process alive by itself.
      setTimeout(exit, shutdownSeconds * 1000, 0).unref();
      listening.retire();
      await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000));
      await service.close(Math.max(0, deadline - Date.now() - lastLinesMs));
    }
  } finally {
    for (const close of closings) await close();
    ending.ignore();
  }
  log.info('closed');
  // Loading cannot be stopped: it ends with the process.
  if (isLoading) setTimeout(exit, lastLinesMs, 0);
};
