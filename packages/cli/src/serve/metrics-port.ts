import { createServer } from 'node:http';
import { boundTo, closeServer } from './bound-server.js';
import { answerPlainly, answerProbe, type Phase } from './probes.js';
import { serverLimits, serverOptions } from './server-limits.js';
import type { ServiceMetrics } from './service-metrics.js';

/** A port for those who run the service. */
export interface MetricsPort {
  /** Such as `http://127.0.0.1:9100`. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Connections at a time: some scrapers, and none of the clients. */
const connectionsMax = 100;

/** Opens a port that serves the counters and answers probes until the very end; 0 takes a free one. */
export const openMetricsPort = async (
  metrics: ServiceMetrics,
  phase: () => Phase,
  at: { readonly host: string; readonly port: number },
): Promise<MetricsPort> => {
  const server = createServer(serverOptions(serverLimits), (incoming, outgoing) => {
    if (answerProbe(phase(), incoming, outgoing)) return;
    if (incoming.url !== '/metrics') return answerPlainly(outgoing, 404, 'Ask for /metrics.');
    metrics.text().then(
      (text) => answerPlainly(outgoing, 200, text, { 'Content-Type': metrics.contentType }),
      () => answerPlainly(outgoing, 500, 'The metrics could not be collected.'),
    );
  });
  server.maxConnections = connectionsMax;
  server.timeout = serverLimits.stalledSeconds * 1000;
  return { address: await boundTo(server, at), close: () => closeServer(server, 0) };
};
