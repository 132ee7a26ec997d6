import type { Logger } from 'pino';
import { openMetricsPort } from '../operations/metrics-port.js';
import { type ObserverOptions, observe } from '../operations/observe.js';
import type { ServerLimits } from '../operations/server-limits.js';
import { openPort } from './listen.js';
import { type ServedOptions, serveAt } from './open-service.js';

/** A place to listen at. */
export interface ListeningPlace {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A service for the lifetime of a process, its log and its metrics. */
export interface StartOptions extends ServedOptions, Omit<ObserverOptions, 'metrics'> {
  /** Takes the lines that tell where the service listens. */
  readonly print: (line: string) => void;
  readonly log: Logger;
  readonly place: ListeningPlace;
  readonly limits: ServerLimits;
  /** Where metrics are served; `null` for nowhere. */
  readonly metricsPlace: ListeningPlace | null;
  /** How long after a signal new connections are still taken, in seconds. */
  readonly drainSeconds: number;
  /** How long after a signal the process ends at the latest, in seconds. */
  readonly shutdownSeconds: number;
  /** Called when something keeps the process alive after that. */
  readonly late?: (code: number) => void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

const signalled = (): Promise<string> =>
  new Promise((resolve) => {
    const stop = (signal: string): void => {
      // A second signal finds no listener and ends the process at once.
      for (const name of signals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of signals) process.on(name, stop);
  });

/**
 * Serves until SIGINT or SIGTERM, and resolves when the last answer is out. `listening on` is printed
 * when requests are answered; it rejects before that when a port cannot be had, or the data.
 */
export const startService = async (options: StartOptions): Promise<void> => {
  const { print, log, place, limits, metricsPlace, drainSeconds, shutdownSeconds } = options;
  const metrics =
    metricsPlace === null
      ? null
      : (await import('../operations/service-metrics.js')).serviceMetrics();
  const observer = observe({ ...options, metrics });
  const listening = await openPort({ ...place, limits, observer });
  const others: (() => Promise<void>)[] = [];
  try {
    if (metricsPlace !== null && metrics !== null) {
      const port = await openMetricsPort(metrics, listening.phase, metricsPlace);
      others.push(port.close);
      log.info({ address: `${port.address}/metrics` }, 'metrics');
    }
    const service = await serveAt(listening, { ...options, observer });
    const stopped = signalled();
    print(`listening on ${service.address}`);
    const signal = await stopped;
    log.info({ signal }, 'closing');
    const deadline = Date.now() + shutdownSeconds * 1000;
    // Does not keep the process alive by itself.
    setTimeout(() => options.late?.(0), shutdownSeconds * 1000).unref();
    listening.retire();
    const drainMs = Math.min(drainSeconds, shutdownSeconds) * 1000;
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await service.close(Math.max(0, deadline - Date.now()));
  } finally {
    await listening.close(0);
    for (const close of others) await close();
  }
  log.info('closed');
};
