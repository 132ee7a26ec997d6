import { startChild } from './child.js';
import type { HttpReply } from './http-child.js';
import type { Options } from './options.js';
import type { HttpResult } from './report.js';
import { dashboardBodies, headers, path } from './request-body.js';
import { loadPeer } from './shipped.js';
import { median, spreadOf } from './statistics.js';

const connections = 16;
const events = 1_000_000;

interface Autocannon {
  readonly default: (options: object) => Promise<{
    readonly requests: { readonly average: number };
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }>;
}

/** Requests of the dashboard over HTTP: the whole service against Node alone sending the same bytes. */
export const measureHttp = async ({ rounds, httpSeconds }: Options): Promise<HttpResult[]> => {
  process.stderr.write('HTTP on the loopback interface\n');
  const { default: autocannon } = await loadPeer<Autocannon>('autocannon');
  const child = startChild('http-child.js', []);
  try {
    const { bytes, ...addresses } = await child.ask<HttpReply>({ events });
    const requests = dashboardBodies(50, events).map((body) => ({
      method: 'POST',
      path,
      headers,
      body,
    }));
    const servers = ['tallyboard', 'parsing', 'bare'] as const;
    const rates = { tallyboard: [] as number[], parsing: [] as number[], bare: [] as number[] };
    const waits = { tallyboard: [] as number[], parsing: [] as number[], bare: [] as number[] };
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const server of servers) {
        const load = { url: addresses[server], connections, duration: httpSeconds, requests };
        const { requests: sent, latency, non2xx, errors } = await autocannon(load);
        if (non2xx + errors > 0) throw new Error(`${server}: ${non2xx + errors} requests failed`);
        if (round === 0) continue;
        rates[server].push(sent.average);
        waits[server].push(latency.p99);
      }
    }
    return servers.map((server) => ({
      server,
      requestsPerSecond: spreadOf(rates[server]),
      p99Ms: spreadOf(waits[server]),
      ratioToBare: median(rates[server]) / median(rates.bare),
      bytes,
      connections,
    }));
  } finally {
    await child.stop();
  }
};
